// SPDX-License-Identifier: Apache-2.0
#include "models/common/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest {
 public:
  AtomicFileTest() {
    std::string name = (fs::temp_directory_path() / "dragonfly-atomic-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    directory_ = name;
  }
  ~AtomicFileTest() { fs::remove_all(directory_); }

 protected:
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  fs::path directory_;
};

TEST_CASE_METHOD(AtomicFileTest, "a file appears when it is committed, and complete") {
  {
    AtomicFile file(path("x"));
    file.stream() << "content\n";
    CHECK_FALSE(fs::exists(path("x")));
    file.commit();
  }
  CHECK(read_text_file(path("x")) == "content\n");
  CHECK(files() == 1);
}

TEST_CASE_METHOD(AtomicFileTest, "without commit nothing changes and nothing is left behind") {
  write_file(path("x"), "old");
  {
    AtomicFile file(path("x"));
    file.stream() << "new";
  }
  check_writable(path("x"));
  check_writable(path("y"));
  CHECK(read_text_file(path("x")) == "old");
  CHECK(files() == 1);
}

TEST_CASE_METHOD(AtomicFileTest, "a process that is killed leaves nothing behind") {
  const int probe = ::open(directory_.c_str(), O_WRONLY | O_TMPFILE, 0600);
  if (probe < 0) return;  // the file system has no files without names
  ::close(probe);
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(path("x"));
    file.stream() << std::string(100000, 'x');
    file.stream().flush();
    static_cast<void>(::kill(::getpid(), SIGKILL));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(files() == 0);
}

TEST_CASE_METHOD(AtomicFileTest, "two files of the same name do not mix") {
  AtomicFile first(path("x")), second(path("x"));
  first.stream() << "first";
  second.stream() << "second";
  second.commit();
  first.commit();
  CHECK(read_text_file(path("x")) == "first");
  CHECK(files() == 1);
}

TEST_CASE_METHOD(AtomicFileTest, "a name without directory is in the current one") {
  const fs::path before = fs::current_path();
  fs::current_path(directory_);
  write_file("x", "here");
  fs::current_path(before);
  CHECK(read_text_file(path("x")) == "here");
}

TEST_CASE_METHOD(AtomicFileTest, "a symbolic link stays one") {
  write_file(path("target"), "old");
  fs::create_symlink("target", path("link"));
  write_file(path("link"), "new");
  CHECK(fs::is_symlink(path("link")));
  CHECK(read_text_file(path("target")) == "new");
}

TEST_CASE_METHOD(AtomicFileTest, "what is no regular file is not replaced") {
  write_file("/dev/null", "gone");
  CHECK(fs::is_character_file("/dev/null"));
  AtomicFile full("/dev/full");
  full.stream() << "no room for this";
  CHECK_THROWS_WITH(full.commit(), ContainsSubstring("/dev/full"));
}

TEST_CASE_METHOD(AtomicFileTest, "the error for a pipe whose reader has closed it names the pipe") {
  std::signal(SIGPIPE, SIG_IGN);
  REQUIRE(mkfifo(path("pipe").c_str(), 0600) == 0);
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  AtomicFile pipe(path("pipe"));
  pipe.stream() << "for nobody";
  ::close(reader);
  CHECK_THROWS_WITH(pipe.commit(), ContainsSubstring(path("pipe")));
}

TEST_CASE_METHOD(AtomicFileTest, "places that cannot be written are refused at once") {
  CHECK_THROWS_WITH(AtomicFile(path("no/x")),
                    ContainsSubstring("there is no directory " + path("no")));
  CHECK_THROWS_WITH(AtomicFile(directory_.string()), ContainsSubstring("is a directory"));
  CHECK_THROWS_AS(AtomicFile(""), InputError);
  CHECK_THROWS_AS(AtomicFile("/proc/x"), InputError);
  if (geteuid() != 0) {  // root may write everywhere
    write_file(path("fixed"), "old");
    REQUIRE(chmod(path("fixed").c_str(), 0444) == 0);
    CHECK_THROWS_WITH(AtomicFile(path("fixed")), ContainsSubstring("Permission denied"));
  }
}

TEST_CASE_METHOD(AtomicFileTest, "directories are made with those above them") {
  make_directory(path("a/b/c"));
  CHECK(fs::is_directory(path("a/b/c")));
  make_directory(path("a/b/c"));
  write_file(path("x"), "");
  CHECK_THROWS_AS(make_directory(path("x")), InputError);
  CHECK_THROWS_AS(make_directory(path("x/y")), InputError);
}

TEST_CASE_METHOD(AtomicFileTest, "files that cannot be read are named with the reason") {
  CHECK_THROWS_WITH(read_text_file(path("none")),
                    ContainsSubstring(path("none") + ": No such file or directory"));
  CHECK_THROWS_WITH(read_text_file(directory_.string()), ContainsSubstring("Is a directory"));
  write_file(path("empty"), "");
  CHECK(read_text_file(path("empty")).empty());
}

TEST_CASE_METHOD(AtomicFileTest, "a file that is kept can be gone on with, by one at a time") {
  {
    AtomicFile file(path("x"), Uncommitted::kKept);
    CHECK(file.written_path() == path("x.part"));
    file.stream() << "one two";
    file.secure();
    CHECK(read_text_file(path("x.part")) == "one two");
    CHECK_THROWS_WITH(AtomicFile(path("x"), Uncommitted::kKept),
                      ContainsSubstring("another process"));
    file.stream() << " three";
  }
  CHECK(read_text_file(path("x.part")) == "one two three");
  AtomicFile file(path("x"), Uncommitted::kKept);
  CHECK(read_text_file(path("x.part")) == "one two three");
  file.stream() << "nobody will read this";
  file.go_on_at(3);
  CHECK(read_text_file(path("x.part")) == "one");
  file.stream() << " more";
  file.commit();
  CHECK(read_text_file(path("x")) == "one more");
  CHECK(files() == 1);
}

TEST_CASE_METHOD(AtomicFileTest, "what is no regular file cannot be kept") {
  CHECK_THROWS_WITH(AtomicFile("/dev/null", Uncommitted::kKept),
                    ContainsSubstring("no regular file"));
  CHECK_THROWS_AS(AtomicFile(kStandardOutput, Uncommitted::kKept), InputError);
}

}  // namespace
}  // namespace dragonfly
