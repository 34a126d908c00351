// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/file_list.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

struct Word {
  std::string text;
  int line = 1;
};

/// Splits at white space; quotes hold a word together; // and /* begin comments where a word could.
std::vector<Word> words_of(const std::string& text) {
  std::vector<Word> words;
  int line = 1;
  std::size_t at = 0;
  const auto skip_to = [&](std::size_t end) {
    end = std::min(end, text.size());
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                        text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at = end;
  };
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      skip_to(at + 1);
    } else if (text.compare(at, 2, "//") == 0) {
      skip_to(text.find('\n', at));
    } else if (text.compare(at, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", at + 2);
      skip_to(end == std::string::npos ? end : end + 2);
    } else {
      Word word{{}, line};
      bool quoted = false;
      for (; at < text.size(); ++at) {
        if (text[at] == '"')
          quoted = !quoted;
        else if (!quoted && std::isspace(static_cast<unsigned char>(text[at])) != 0)
          break;
        else
          word.text += text[at];
      }
      words.push_back(std::move(word));
    }
  }
  return words;
}

class FileListReader {
 public:
  void read(const fs::path& list) {
    const fs::path path = fs::absolute(list).lexically_normal();
    if (std::find(open_.begin(), open_.end(), path) != open_.end())
      refuse("the list contains itself");
    if (++lists_ > kMostLists)
      refuse("more than " + std::to_string(kMostLists) +
             " lists are nested; lists name each other too often");
    const std::vector<Word> words = words_of(read_text_file(list));
    open_.push_back(path);
    const std::string outer = std::exchange(place_, {});
    for (const Word& word : words) {
      place_ = list.string() + ":" + std::to_string(word.line);
      // The system would take a name to end there.
      if (word.text.find('\0') != std::string::npos) refuse("there is a byte 0; this is no text");
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      place_ = list.string() + ":" + std::to_string(words[i].line);
      const std::string word = with_variables(words[i].text);
      if (word == "-f" || word == "-F" || word == "-v" || word == "-y" || word == "-I") {
        if (++i == words.size()) refuse(word + " needs a name after it");
        with_name(word, with_variables(words[i].text));
      } else {
        single(word);
      }
    }
    place_ = outer;
    open_.pop_back();
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(arguments_); }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw InputError((place_.empty() ? std::string() : place_ + ": ") + reason);
  }

  /// An absolute path. Throws if there is nothing.
  [[nodiscard]] fs::path existing(const std::string& name, bool directory) const {
    fs::path path = (open_.back().parent_path() / name).lexically_normal();
    std::error_code error;
    if (directory ? !fs::is_directory(path, error) : !fs::is_regular_file(path, error)) {
      refuse(
          "there is no " + std::string(directory ? "directory " : "file ") + name +
          (fs::path(name).is_absolute() ? std::string() : " (looked for " + path.string() + ")"));
    }
    return path;
  }

  void with_name(const std::string& option, const std::string& name) {
    if (option == "-f" || option == "-F") {
      read(existing(name, false));
    } else if (option == "-I") {
      arguments_.push_back("+incdir+" + existing(name, true).string());
    } else {
      arguments_.push_back(option);
      arguments_.push_back(existing(name, option == "-y").string());
    }
  }

  void single(const std::string& word) {
    const std::string directories = "+incdir+";
    if (word.starts_with(directories)) {
      std::istringstream names(word.substr(directories.size()));
      for (std::string name; std::getline(names, name, '+');) with_name("-I", name);
    } else if (word.starts_with("-I")) {
      with_name("-I", word.substr(2));
    } else if (is_option(word)) {
      arguments_.push_back(word);
    } else if (word.starts_with("-") || word.starts_with("+")) {
      refuse("the option " + word +
             " cannot be here; a file list can have sources, -f, -F, -v, -y, -I, +incdir+, "
             "+libext+, +define+, -D, -W..., -sv, --timing and --no-timing");
    } else {
      arguments_.push_back(existing(word, false).string());
    }
  }

  /// Whether Verilator may have it as it is: not what says what is built, and how.
  static bool is_option(const std::string& word) {
    if (word.starts_with("+"))
      return word.starts_with("+define+") || word.find("ext+") != std::string::npos;
    return word.starts_with("-D") || word.starts_with("-W") || word == "-sv" ||
           word == "--timing" || word == "--no-timing";
  }

  /// Replaces $NAME, ${NAME} and $(NAME).
  [[nodiscard]] std::string with_variables(const std::string& text) const {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] != '$') {
        result += text[at++];
        continue;
      }
      const char open = ++at < text.size() ? text[at] : '\0';
      const char close = open == '{' ? '}' : open == '(' ? ')' : '\0';
      if (close != '\0') ++at;
      std::string name;
      while (at < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_'))
        name += text[at++];
      if (close != '\0' && (at == text.size() || text[at++] != close))
        refuse("in " + text + " a variable has no closing " + std::string(1, close));
      const char* const value = std::getenv(name.c_str());
      if (value == nullptr) refuse("the environment variable " + name + " is not set");
      result += value;
    }
    return result;
  }

  static constexpr int kMostLists = 10'000;

  std::vector<std::string> arguments_;
  int lists_ = 0;               ///< read so far
  std::vector<fs::path> open_;  ///< the lists that are being read, the innermost last
  std::string place_;           ///< file and line, for messages
};

}  // namespace

std::vector<std::string> read_file_list(const fs::path& list) {
  FileListReader reader;
  reader.read(list);
  return reader.take();
}

}  // namespace dragonfly
