// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/packet_trace.hpp"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "models/common/archive_file.hpp"
#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// A directory of its own, that vanishes with its contents.
class TemporaryDirectory {
 public:
  TemporaryDirectory()
      : path_(fs::temp_directory_path() / ("packet_trace_test." + std::to_string(::getpid()))) {
    fs::create_directory(path_);
  }
  ~TemporaryDirectory() { fs::remove_all(path_); }
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }
  [[nodiscard]] bool empty() const { return fs::is_empty(path_); }

 private:
  fs::path path_;
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Delivery delivery(std::int64_t id, int destination, std::int64_t ejected, bool nonminimal) {
  Delivery packet;
  packet.id = id;
  packet.source = 9;
  packet.destination = destination;
  packet.size = 4;
  packet.created = 100;
  packet.injected = 101;
  packet.ejected = ejected;
  packet.nonminimal = nonminimal;
  packet.hops = nonminimal ? 5 : 2;
  return packet;
}

const char* const kExpected =
    "id source destination size created injected ejected path hops\n"
    "3 9 0 4 100 101 110 minimal 2\n"
    "1 9 7 4 100 101 110 nonminimal 5\n"
    "2 9 30 4 100 101 110 minimal 2\n"
    "4 9 1 4 100 101 111 minimal 2\n"
    "5 9 0 4 100 101 250 minimal 2\n";

TEST_CASE("Lines are ordered by cycle and destination, however the packets come within a cycle") {
  const TemporaryDirectory directory;
  const Delivery a = delivery(1, 7, 110, true), b = delivery(2, 30, 110, false),
                 c = delivery(3, 0, 110, false), d = delivery(4, 1, 111, false),
                 e = delivery(5, 0, 250, false);
  for (const auto& order : std::vector<std::vector<Delivery>>{{a, b, c, d, e}, {c, b, a, d, e}}) {
    PacketTrace trace(directory.file("trace"));
    for (const Delivery& packet : order) trace.delivered({&packet, 1});
    trace.finish();
    CHECK(content(directory.file("trace")) == kExpected);
  }
}

TEST_CASE("What is delivered elsewhere is in the trace of the first process") {
  const TemporaryDirectory directory;
  const Delivery a = delivery(1, 7, 110, true), b = delivery(2, 30, 110, false),
                 c = delivery(3, 0, 110, false), d = delivery(4, 1, 111, false),
                 e = delivery(5, 0, 250, false);
  PacketTrace trace(directory.file("trace"));
  std::array<PacketTraceElsewhere, 2> elsewhere;
  const auto end_cycle = [&](const std::array<std::vector<Delivery>, 3>& packets) {
    trace.delivered(packets[0]);
    for (std::size_t i = 0; i < elsewhere.size(); ++i) {
      elsewhere[i].delivered(packets[i + 1]);
      for (const int to : {2, 0, 1}) {
        Bytes bytes;
        ByteWriter writer(bytes);
        elsewhere[i].tell(writer, to);
        ByteReader reader(bytes);
        if (to == 0) trace.hear(reader);
        CHECK(reader.empty());
      }
    }
  };
  end_cycle({{{b}, {a}, {c}}});
  end_cycle({{{}, {}, {d}}});
  end_cycle({{{}, {e}, {}}});
  trace.finish();
  CHECK(content(directory.file("trace")) == kExpected);
}

TEST_CASE("A trace that is not finished leaves nothing behind") {
  const TemporaryDirectory directory;
  {
    PacketTrace trace(directory.file("trace"));
    const Delivery packet = delivery(1, 7, 110, true);
    trace.delivered({&packet, 1});
    CHECK_FALSE(fs::exists(directory.file("trace")));
  }
  CHECK(directory.empty());
}

std::string saved(PacketTrace& trace) {
  std::ostringstream file;
  ArchiveWriter archive(file, "trace");
  archive(trace);
  archive.finish();
  return file.str();
}
void load(const std::string& text, PacketTrace& trace) {
  std::istringstream file(text);
  ArchiveReader archive(file, "saved", "trace", "trace");
  archive(trace);
  archive.finish();
}

TEST_CASE("A trace that is kept goes on where it was saved") {
  const std::vector<Delivery> packets = {delivery(3, 0, 110, false), delivery(1, 7, 110, true),
                                         delivery(2, 30, 110, false), delivery(4, 1, 111, false),
                                         delivery(5, 0, 250, false)};
  for (std::size_t before = 0; before <= packets.size(); ++before) {
    for (const bool in_place : {false, true}) {
      INFO(before << " packets before, in place: " << in_place);
      const TemporaryDirectory directory;
      std::string state;
      {
        PacketTrace trace(directory.file("trace"), Uncommitted::kKept);
        trace.delivered({packets.data(), before});
        state = saved(trace);
        // What comes after that is forgotten, and the trace may even have been finished.
        trace.delivered({packets.data() + before, packets.size() - before});
        if (in_place)
          trace.finish();
        else
          static_cast<void>(saved(trace));
      }
      PacketTrace trace(directory.file("trace"), Uncommitted::kKept);
      load(state, trace);
      trace.delivered({packets.data() + before, packets.size() - before});
      trace.finish();
      CHECK(content(directory.file("trace")) == kExpected);
      CHECK_FALSE(fs::exists(directory.file("trace.part")));
    }
  }
}

TEST_CASE("A trace does not go on without its beginning") {
  const TemporaryDirectory directory;
  const Delivery first = delivery(1, 7, 110, true), next = delivery(2, 7, 111, true);
  std::string state;
  {
    PacketTrace trace(directory.file("trace"), Uncommitted::kKept);
    trace.delivered({&first, 1});
    trace.delivered({&next, 1});
    state = saved(trace);
  }
  const std::string part = directory.file("trace.part");
  const std::string whole = content(part);
  for (const std::string& other : {std::string(), whole.substr(1), "x" + whole.substr(1)}) {
    std::ofstream(part) << other;
    PacketTrace trace(directory.file("trace"), Uncommitted::kKept);
    CHECK_THROWS_WITH(load(state, trace), ContainsSubstring(part));
    CHECK(content(part) == other);
  }
}

TEST_CASE("A new trace forgets what an earlier one has left") {
  const TemporaryDirectory directory;
  std::ofstream(directory.file("trace.part")) << std::string(5000, 'x');
  PacketTrace trace(directory.file("trace"), Uncommitted::kKept);
  trace.finish();
  CHECK(content(directory.file("trace")) ==
        "id source destination size created injected ejected path hops\n");
}

TEST_CASE("A place that cannot be written is refused at once") {
  CHECK_THROWS_AS(PacketTrace("/nonexistent/directory/trace"), InputError);
}

}  // namespace
}  // namespace dragonfly
