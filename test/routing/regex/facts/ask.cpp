// Says what a C++ regular expression library takes. See README.md in the folder above.
//
// Usage: ask TEXTS PATTERNS, both files of one hexadecimal byte string a line. For each pattern one line: "E" when
// the library rejects it, "P" when it stands after "!" (parse only), else a hexadecimal number of one bit a text, the first text in the highest bit.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#ifdef WITH_RE2
#include <re2/re2.h>
#else
#include <regex>
#endif

static std::vector<std::string> readHex(const char *file, std::vector<bool> *marked = nullptr) {
  std::ifstream in(file);
  std::vector<std::string> all;
  std::string line;
  while (std::getline(in, line)) {
    const size_t mark = !line.empty() && line[0] == '!' ? 1 : 0;
    if (marked != nullptr) marked->push_back(mark == 1);
    std::string text;
    for (size_t i = mark; i + 1 < line.size(); i += 2)
      text.push_back(static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16)));
    all.push_back(text);
  }
  return all;
}

template <typename Takes> static std::string answer(const std::vector<std::string> &texts, Takes takes) {
  std::string digits;
  for (size_t i = 0; i < texts.size(); i += 4) {
    int digit = 0;
    for (size_t j = i; j < i + 4; j++) digit = digit * 2 + (j < texts.size() && takes(texts[j]) ? 1 : 0);
    digits.push_back("0123456789abcdef"[digit]);
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits;
}

int main(int, char **argv) {
  const auto texts = readHex(argv[1]);
  std::vector<bool> parseOnly;
  const auto patterns = readHex(argv[2], &parseOnly);
  for (size_t i = 0; i < patterns.size(); i++) {
    const auto &pattern = patterns[i];
#ifdef WITH_RE2
    RE2::Options options;
    options.set_log_errors(false);
    RE2 regex(pattern, options);
    if (!regex.ok())
      std::cout << "E " << regex.error() << "\n";
    else if (parseOnly[i])
      std::cout << "P\n";
    else
      std::cout << answer(texts, [&](const std::string &text) { return RE2::FullMatch(text, regex); }) << "\n";
#else
    try {
      // The flag that the proxy uses: it names no grammar, so ECMAScript is taken.
      std::regex regex(pattern, std::regex::optimize);
      if (parseOnly[i])
        std::cout << "P\n";
      else
        std::cout << answer(texts, [&](const std::string &text) { return std::regex_match(text, regex); }) << "\n";
    } catch (const std::regex_error &error) {
      std::cout << "E " << error.what() << "\n";
    }
#endif
  }
}
