// SPDX-License-Identifier: Apache-2.0
// Variants built from a tiny stand-in of the RTL.
#include "sim/rtl/variant_cache.hpp"

#include <cstring>

#include "models/common/error.hpp"
#include "sim/rtl/variant.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;
namespace fs = std::filesystem;

namespace {

VariantParameters tiny() {
  VariantParameters parameters;
  parameters.family = {"dragonfly",
                       "rtl/dragonfly.f",
                       {{"DF_TERMINALS", "1"}, {"DF_ROUTERS", "2"}, {"DF_GLOBALS", "1"}}};
  parameters.shape_name = "p=1 a=2 h=1";
  parameters.router = {.ports = 3, .vc_bits = 0, .flit_words = 1, .oracle_lanes = 2};
  parameters.vcs = 1;
  parameters.depth = 16;
  parameters.speedup = 4;
  parameters.oq_depth = 32;
  parameters.ctq_depth = 16;
  parameters.tag_bits = 40;
  parameters.askers = {0};
  parameters.mid_bits = 2;
  parameters.destination_bits = parameters.asked_bits = 4;
  return parameters;
}

std::vector<SourceFile> tiny_sources() {
  const fs::path root = DRAGONFLY_TEST_ROOT;
  return variant_sources(root / "tests/sim/tiny_rtl", root);
}

/// Collects messages.
struct Messages {
  std::string text;
  [[nodiscard]] MessageCallback callback() {
    return [this](const std::string& message) { text += message + "\n"; };
  }
};

/// Variants in a directory.
int entries(const fs::path& directory) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(directory)) count += entry.is_directory();
  return count;
}

/// The tiny RTL with a text in place of another.
std::vector<SourceFile> changed_sources(const std::string& before, const std::string& after) {
  auto sources = tiny_sources();
  for (auto& source : sources) {
    const std::size_t at = source.content.find(before);
    if (source.name == "rtl/df_node.sv") source.content.replace(at, before.size(), after);
  }
  return sources;
}

struct Wires {
  std::uint64_t valid = 0, credit = 0;
  std::uint64_t flits[3] = {1, 2, 3};
  std::uint16_t oracle[4] = {0, 0, 0, 0};
  [[nodiscard]] RouterInputs inputs() const { return {&valid, &credit, flits, oracle}; }
};

std::string failure_of(VariantSession& session, std::uint64_t credit) {
  const auto router = session.make_router("somewhere", 1);
  router->configure({}, 4);
  Wires wires;
  wires.credit = credit;
  try {
    router->step(wires.inputs());
    router->step(wires.inputs());
  } catch (const RouterFailure& failure) {
    return failure.what();
  }
  return "none";
}

/// Built when first needed.
fs::path tiny_object() {
  static const ScratchDirectory scratch;
  return VariantCache(scratch / "cache", tiny_sources()).get(tiny(), VariantKind::kPlain, {});
}

}  // namespace

TEST_CASE("a variant is built once, and says so") {
  const ScratchDirectory scratch;
  const VariantCache cache(scratch / "cache", tiny_sources());
  Messages messages;
  const auto object = cache.get(tiny(), VariantKind::kPlain, messages.callback());
  CHECK(fs::is_regular_file(object));
  CHECK_THAT(messages.text, ContainsSubstring("building the router variant radix 3 (p=1 a=2 h=1)"));
  CHECK_THAT(messages.text, ContainsSubstring("built in"));
  CHECK(entries(scratch / "cache") == 1);

  Messages again;
  CHECK(cache.get(tiny(), VariantKind::kPlain, again.callback()) == object);
  CHECK(again.text.empty());
}

TEST_CASE("a variant that is not as it was built is built again, with a message") {
  const ScratchDirectory scratch;
  const VariantCache cache(scratch / "cache", tiny_sources());
  const auto object = cache.get(tiny(), VariantKind::kPlain, {});
  fs::resize_file(object, 1000);
  Messages messages;
  CHECK(cache.get(tiny(), VariantKind::kPlain, messages.callback()) == object);
  CHECK_THAT(messages.text, ContainsSubstring("in the cache is damaged (" + object.string() +
                                              ": it has 1000 bytes instead of "));
  CHECK_THAT(messages.text, ContainsSubstring("building the router variant"));
  CHECK_NOTHROW(Variant(object));
  Messages again;
  CHECK(cache.get(tiny(), VariantKind::kPlain, again.callback()) == object);
  CHECK(again.text.empty());
}

TEST_CASE("an object that is no variant is refused") {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "router.so") << "no object";
  CHECK_THROWS_AS(Variant(scratch / "router.so"), Error);
  CHECK_THROWS_WITH(Variant(scratch / "router.so"), ContainsSubstring("Remove the folder"));
}

TEST_CASE("what Verilator warns of is told each time, and is an error if that is wanted") {
  const ScratchDirectory scratch;
  const auto sources = changed_sources("  assign valid_ovc_o = valid_q;",
                                       "  wire [2:0] ring;\n  assign ring = valid_q & ~ring;\n"
                                       "  assign valid_ovc_o = ring;");
  VariantCache cache(scratch / "cache", sources);
  std::filesystem::path object;
  for (int time = 0; time < 2; ++time) {  // built, and from the cache
    Messages messages;
    object = cache.get(tiny(), VariantKind::kPlain, messages.callback());
    CHECK_THAT(messages.text, ContainsSubstring("1 warning of Verilator about the RTL of ") &&
                                  ContainsSubstring("%Warning-UNOPTFLAT: " DRAGONFLY_TEST_ROOT
                                                    "/tests/sim/tiny_rtl/df_node.sv:33:") &&
                                  ContainsSubstring("wire [2:0] ring;"));
    CHECK((messages.text.find("building") != std::string::npos) == (time == 0));
  }

  // And that is right: the logic may not come to rest.
  Variant variant(object);
  const auto router = variant.session().make_router("somewhere", 1);
  router->configure({}, 4);
  Wires wires;
  CHECK_NOTHROW(router->step(wires.inputs()));
  wires.valid = 1;
  CHECK_THROWS_WITH(router->step(wires.inputs()), ContainsSubstring("did not converge"));

  cache.be_strict();
  CHECK_THROWS_AS(cache.get(tiny(), VariantKind::kPlain, {}), InputError);
  CHECK_THROWS_WITH(
      cache.get(tiny(), VariantKind::kPlain, {}),
      ContainsSubstring("--strict: 1 warning") && ContainsSubstring("%Warning-UNOPTFLAT"));
}

TEST_CASE("several kinds of a variant are built side by side") {
  const ScratchDirectory scratch;
  const VariantCache cache(scratch / "cache", tiny_sources());
  Messages messages;
  const std::vector<VariantKind> kinds = {VariantKind::kTraced, VariantKind::kPlain};
  const auto objects = cache.get(tiny(), kinds, messages.callback());
  REQUIRE(objects.size() == 2);
  CHECK_THAT(messages.text, ContainsSubstring("building the traced router variant radix 3"));
  CHECK_THAT(messages.text, ContainsSubstring("building the router variant radix 3"));
  CHECK(entries(scratch / "cache") == 2);

  Messages again;
  CHECK(cache.get(tiny(), VariantKind::kTraced, again.callback()) == objects[0]);
  CHECK(cache.get(tiny(), VariantKind::kPlain, again.callback()) == objects[1]);
  CHECK(again.text.empty());
}

TEST_CASE("values pass through ports of every width") {
  Variant variant(tiny_object());
  const auto router = variant.session().make_router("here", 1);
  const RegisterWrite writes[] = {{3, 0x12345678}, {4, 0x00004321}};
  router->configure(writes, 6);
  const RouterOutputs outputs = router->outputs();
  Wires wires;
  router->step(wires.inputs());
  CHECK(outputs.occupancy[0] == 0x4321);
  CHECK(outputs.valid_ovc[0] == 0);
  wires.valid = 0b101;
  wires.credit = 0b010;
  wires.flits[0] = 0xfedcba9876543210;
  wires.flits[2] = 0x0123456789abcdef;
  wires.oracle[1] = 5;  // the second lane is added
  router->step(wires.inputs());
  CHECK(outputs.valid_ovc[0] == 0b101);
  CHECK(outputs.credit_ivc[0] == 0b010);
  CHECK(outputs.occupancy[0] == 0x4321 + 5);
  std::uint64_t flits[3];
  std::memcpy(flits, outputs.flit_op, sizeof flits);
  CHECK(flits[0] == wires.flits[0]);
  CHECK(flits[2] == wires.flits[2]);
}

TEST_CASE("RTL with a second clock edge is evaluated by eval(), which is said") {
  auto sources = tiny_sources();
  for (SourceFile& source : sources) {
    if (source.name == "rtl/df_node.sv") {
      // Half a cycle behind the cycle's valid bits, which the output shows in the next one.
      const std::string edge = "assign valid_ovc_o = valid_q;";
      REQUIRE(source.content.find(edge) != std::string::npos);
      source.content.replace(source.content.find(edge), edge.size(),
                             "reg [2:0] late_q;\n"
                             "always_ff @(negedge clk_i) late_q <= valid_q;\n"
                             "assign valid_ovc_o = late_q;\n");
    }
  }
  const ScratchDirectory scratch;
  Messages messages;
  Variant variant(VariantCache(scratch / "cache", sources)
                      .get(tiny(), VariantKind::kPlain, messages.callback()));
  CHECK_THAT(messages.text, ContainsSubstring("evaluated by eval()"));
  const auto router = variant.session().make_router("here", 1);
  router->configure({}, 4);
  Wires wires;
  wires.valid = 0b101;
  router->step(wires.inputs());
  CHECK(router->outputs().valid_ovc[0] == 0);
  wires.valid = 0b010;
  router->step(wires.inputs());
  CHECK(router->outputs().valid_ovc[0] == 0b101);
  router->step(wires.inputs());
  CHECK(router->outputs().valid_ovc[0] == 0b010);
}

TEST_CASE("every way to stop becomes a failure that says why") {
  Variant variant(tiny_object());
  CHECK(failure_of(variant.session(), 0b001) == "none");
  const auto assertion = failure_of(variant.session(), 0b111);
  CHECK_THAT(assertion, ContainsSubstring("df_node.sv:"));
  CHECK_THAT(assertion, ContainsSubstring("not_all_credits"));
  CHECK_THAT(assertion, ContainsSubstring("somewhere"));
  CHECK_THAT(assertion, ContainsSubstring("all credits at once"));
  CHECK_THAT(failure_of(variant.session(), 0b110), ContainsSubstring("$stop"));
  CHECK_THAT(failure_of(variant.session(), 0b101), ContainsSubstring("$finish"));
  CHECK_THAT(failure_of(variant.session(), 0b011), ContainsSubstring("fatal words"));
  CHECK(failure_of(variant.session(), 0b001) == "none");  // what was printed before is forgotten
}

TEST_CASE("what is told of a failure has what its router has printed, and no other") {
  Variant variant(tiny_object());
  const auto made = [&](const char* scope) {
    auto router = variant.session().make_router(scope, 1);
    router->configure({}, 4);
    return router;
  };
  const auto talker = made("talker"), other = made("other");
  const auto finished = [](Router& router) -> std::string {
    Wires wires;
    wires.credit = 0b101;
    try {
      router.step(wires.inputs());
      router.step(wires.inputs());
    } catch (const RouterFailure& failed) {
      return failed.what();
    }
    return "none";
  };
  Wires wires;
  wires.credit = 0b100;
  talker->step(wires.inputs());
  talker->step(wires.inputs());
  CHECK(finished(*other).find("printed by") == std::string::npos);
  const std::string told = finished(*talker);
  CHECK_THAT(told, ContainsSubstring("printed by talker") && ContainsSubstring("$finish"));
}

TEST_CASE("processes that need the same variant build it once") {
  const ScratchDirectory scratch;
  const auto get = [&] {
    Messages messages;
    const VariantCache cache(scratch / "cache", tiny_sources());
    static_cast<void>(cache.get(tiny(), VariantKind::kPlain, messages.callback()));
    return messages.text;
  };
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t other = ::fork();
  if (other == 0) {
    const auto text = get();
    ::_exit(::write(ends[1], text.data(), text.size()) < 0);
  }
  const std::string mine = get();
  int status = 0;
  ::waitpid(other, &status, 0);
  CHECK(status == 0);
  ::close(ends[1]);
  char buffer[4096];
  const auto count = ::read(ends[0], buffer, sizeof buffer);
  ::close(ends[0]);
  const std::string theirs(buffer, count > 0 ? static_cast<std::size_t>(count) : 0);
  const bool built_here = mine.find("building") != std::string::npos;
  const bool built_there = theirs.find("building") != std::string::npos;
  CHECK(built_here != built_there);
  CHECK_THAT(built_here ? theirs : mine, ContainsSubstring("waiting for another process"));
  CHECK(entries(scratch / "cache") == 1);
}

TEST_CASE("whatever goes into a variant selects it") {
  // Sources that cannot be built: asking for the variant shows its name in the lock file.
  const auto name_of = [](const std::vector<SourceFile>& sources,
                          const VariantParameters& parameters, const VariantKind& kind) {
    const ScratchDirectory scratch;
    try {
      static_cast<void>(VariantCache(scratch.path(), sources).get(parameters, kind, {}));
    } catch (const Error&) {
    }
    return fs::directory_iterator(scratch.path())->path().stem().string();
  };
  const std::vector<SourceFile> sources = {{"rtl/dragonfly.f", "nothing.sv"}};
  const auto name = name_of(sources, tiny(), VariantKind::kPlain);
  CHECK(name.size() == 32);
  CHECK(name_of(sources, tiny(), VariantKind::kPlain) == name);
  CHECK(name_of(sources, tiny(), VariantKind::kTraced) != name);
  CHECK(name_of(sources, tiny(), {.assertions = false}) != name);
  auto parameters = tiny();
  parameters.depth = 32;
  CHECK(name_of(sources, parameters, VariantKind::kPlain) != name);
  auto changed = sources;
  changed[0].content = "nothing_else.sv";
  CHECK(name_of(changed, tiny(), VariantKind::kPlain) != name);
  changed = sources;
  changed[0].name = "rtl/other.f";
  CHECK(name_of(changed, tiny(), VariantKind::kPlain) != name);
}

TEST_CASE("RTL that Verilator refuses is bad input, in its words and with the author's files") {
  const ScratchDirectory scratch;
  const VariantCache cache(scratch / "cache", changed_sources("wire [15:0]", "wire wire [15:0]"));
  try {
    static_cast<void>(cache.get(tiny(), VariantKind::kPlain, {}));
    FAIL("built");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kBadInput);
    const std::string text = error.what();
    CHECK_THAT(text, ContainsSubstring("\n%Error: " DRAGONFLY_TEST_ROOT
                                       "/tests/sim/tiny_rtl/df_node.sv:10:") &&
                         ContainsSubstring("syntax error, unexpected wire"));
    CHECK_THAT(text, !ContainsSubstring("--Mdir") && !ContainsSubstring("Exiting due to"));
    // The rest is beside the cache's variants.
    const std::size_t log = text.rfind(scratch / "cache");
    REQUIRE(log != std::string::npos);
    CHECK_THAT(content_of(text.substr(log)),
               ContainsSubstring("--Mdir") && ContainsSubstring("Exiting due to"));
  }
  CHECK(entries(scratch / "cache") == 0);
}

TEST_CASE("a build that fails after Verilator is a defect, with the last words") {
  const ScratchDirectory scratch;
  auto sources = tiny_sources();
  for (auto& source : sources)
    if (source.name == "sim/rtl/verilated_router.cpp") source.content += "\noops\n";
  const VariantCache cache(scratch / "cache", sources);
  try {
    static_cast<void>(cache.get(tiny(), VariantKind::kPlain, {}));
    FAIL("built");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInternal);
    CHECK_THAT(error.what(), ContainsSubstring("exit code") && ContainsSubstring("oops"));
  }
  CHECK(entries(scratch / "cache") == 0);
}

TEST_CASE("a cache that cannot be written is refused with a remedy") {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "file") << "not a directory";
  const VariantCache cache(scratch / "file", tiny_sources());
  CHECK_THROWS_AS(cache.get(tiny(), VariantKind::kPlain, {}), InputError);
  CHECK_THROWS_WITH(cache.get(tiny(), VariantKind::kPlain, {}),
                    ContainsSubstring("DRAGONFLY_CACHE"));
}

TEST_CASE("of several kinds one that cannot be built is reported") {
  const ScratchDirectory scratch;
  auto sources = tiny_sources();
  for (auto& source : sources)
    if (source.name == "sim/rtl/verilated_router.cpp") source.content += "\noops\n";
  const VariantCache cache(scratch / "cache", sources);
  const std::vector<VariantKind> kinds = {VariantKind::kPlain, VariantKind::kTraced};
  CHECK_THROWS_WITH(cache.get(tiny(), kinds, {}), ContainsSubstring("could not be built"));
  CHECK(entries(scratch / "cache") == 0);
}

TEST_CASE("a compiler that is not there is reported with a remedy") {
  const ScratchDirectory scratch;
  const auto result = in_child([&] {
    ::setenv("CXX", "no-such-compiler -O2", 1);
    const VariantCache cache(scratch.path(), tiny_sources());
    return cache.get(tiny(), VariantKind::kPlain, {}).string();
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kBadInput));
  CHECK_THAT(result.text, ContainsSubstring("no-such-compiler -O2"));
  CHECK_THAT(result.text, ContainsSubstring("set CXX"));
}

TEST_CASE("the place of the cache follows the environment") {
  const auto in = [](const std::string& dragonfly, const std::string& xdg,
                     const std::string& home) {
    return in_child([&] {
      ::setenv("DRAGONFLY_CACHE", dragonfly.c_str(), 1);
      ::setenv("XDG_CACHE_HOME", xdg.c_str(), 1);
      ::setenv("HOME", home.c_str(), 1);
      return cache_directory().string();
    });
  };
  CHECK(in("/x/y", "/xdg", "/home/u").text == "/x/y");
  CHECK(in("", "/xdg", "/home/u").text == "/xdg/dragonfly");
  CHECK(in("", "", "/home/u").text == "/home/u/.cache/dragonfly");
  CHECK(in("", "", "").exit_code == static_cast<int>(ExitCode::kBadInput));
}

TEST_CASE("RTL that is not where it should be is reported") {
  const auto with = [](const std::string& directory) {
    return in_child([&] {
      ::setenv("DRAGONFLY_RTL_DIR", directory.c_str(), 1);
      std::string names;
      for (const auto& source : variant_sources()) names += source.name + "\n";
      return names;
    });
  };
  CHECK(with("/nowhere").exit_code == static_cast<int>(ExitCode::kBadInput));
  CHECK_THAT(with("/nowhere").text, ContainsSubstring("DRAGONFLY_RTL_DIR"));
  const auto found = with(std::string(DRAGONFLY_TEST_ROOT) + "/tests/sim/tiny_rtl");
  CHECK_THAT(found.text, ContainsSubstring("\nrtl/df_node.sv\nrtl/dragonfly.f\n"));

  const ScratchDirectory scratch;
  fs::create_directory(scratch / "mine");
  std::ofstream(scratch / "mine/dragonfly.f") << "// files\nnone.sv\n";
  CHECK(with(scratch / "mine").exit_code == static_cast<int>(ExitCode::kBadInput));
  CHECK_THAT(with(scratch / "mine").text,
             ContainsSubstring(scratch / "mine/dragonfly.f:2: there is no file none.sv"));
  std::ofstream(scratch / "other.sv") << "module other; endmodule\n";
  std::ofstream(scratch / "mine/dragonfly.f") << "../other.sv\n";
  CHECK(with(scratch / "mine").exit_code == static_cast<int>(ExitCode::kBadInput));
  CHECK_THAT(with(scratch / "mine").text,
             ContainsSubstring("other.sv, which is not below the folder of the list"));
}

TEST_CASE("a family's file list may be outside the RTL, and name files of both") {
  const ScratchDirectory scratch;
  fs::create_directories(scratch / "mine/own");
  const std::string rtl = std::string(DRAGONFLY_TEST_ROOT) + "/rtl";
  std::ofstream(scratch / "mine/own/df_family.svh") << "// sizes\n";
  std::ofstream(scratch / "mine/df_route_unit.sv") << "// routes\n";
  std::ofstream(scratch / "mine/common.f") << rtl << "/df_pkg.sv\n";
  std::ofstream(scratch / "mine/mine.f") << "+incdir+own+" << rtl << "\n-Wno-style\n-f common.f\n"
                                         << "df_route_unit.sv // the only one\n";
  const FamilyRtl family{"mine", scratch / "mine/mine.f", {}};
  CHECK(list_among_sources(family) == "family/mine.f");
  const auto sources = variant_sources(family);
  const auto content = [&](const std::string& name) {
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const SourceFile& source) { return source.name == name; });
    return found == sources.end() ? "none" : found->content;
  };
  CHECK(content("family/mine.f") ==
        "+incdir+own\n+incdir+../rtl\n-Wno-style\n../rtl/df_pkg.sv\ndf_route_unit.sv\n");
  CHECK(content("family/own/df_family.svh") == "// sizes\n");
  CHECK(content("rtl/df_pkg.sv") != "none");

  std::ofstream(scratch / "else.sv") << "module other; endmodule\n";
  std::ofstream(scratch / "mine/mine.f") << "../else.sv\n";
  CHECK_THROWS_WITH(variant_sources(family), ContainsSubstring("else.sv, which is neither below"));
}
