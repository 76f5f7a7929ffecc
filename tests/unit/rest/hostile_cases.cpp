#include "hostile_cases.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace vesta::testing {
namespace {

/// Takes one byte or escape off the front of @p text.
char take_byte(std::string_view& text) {
    const auto take = [&text](std::size_t size) {
        const std::string_view part = text.substr(0, size);
        text.remove_prefix(size);
        return part;
    };
    const char first = take(1)[0];
    if (first != '\\') return first;
    switch (const char escape = take(1)[0]) {
    case 'r':
        return '\r';
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'x':
        return static_cast<char>(std::stoi(std::string{take(2)}, nullptr, 16));
    default:
        return escape;
    }
}

std::string unescape(std::string_view text);

/// The inside of \{text*9000}.
std::string repeated(std::string_view inside) {
    const auto star = inside.rfind('*');
    const std::string once = unescape(inside.substr(0, star));
    std::string all;
    for (int left = std::stoi(std::string{inside.substr(star + 1)}); left > 0; --left)
        all += once;
    return all;
}

std::string unescape(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        if (text.starts_with("\\{")) {
            const auto end = text.find('}');
            bytes += repeated(text.substr(2, end - 2));
            text.remove_prefix(end + 1);
        } else {
            bytes += take_byte(text);
        }
    }
    return bytes;
}

std::string bytes_of(std::string line) {
    const bool stands_alone = line.ends_with('\\') && !line.ends_with("\\\\");
    if (stands_alone) line.pop_back();
    return unescape(line) + (stands_alone ? "" : "\r\n");
}

/// "200 404/head 200*3 open"
void read_expectation(std::string_view line, hostile_case& into) {
    std::istringstream words{std::string{line}};
    for (std::string word; words >> word;) {
        if (word.front() < '0' || word.front() > '9') {
            into.end = word;
            continue;
        }
        const auto star = word.find('*');
        const int times = star == std::string::npos ? 1 : std::stoi(word.substr(star + 1));
        into.statuses.insert(into.statuses.end(), static_cast<std::size_t>(times), std::stoi(word));
        into.heads.insert(into.heads.end(), static_cast<std::size_t>(times), word.ends_with("/head"));
    }
}

void read_file(const std::filesystem::path& file, std::vector<hostile_case>& into) {
    std::ifstream lines{file};
    bool in_request = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with("== ")) {
            into.push_back({file.filename().string() + ":" + std::to_string(number) + ": " + line.substr(3)});
            in_request = true;
        } else if (in_request && line.starts_with("-> ")) {
            read_expectation(line.substr(3), into.back());
            in_request = false;
        } else if (in_request) {
            into.back().request += bytes_of(line);
        } else if (line.starts_with("~ ")) {
            into.back().contains.push_back(line.substr(2));
        } else if (!line.empty() && !line.starts_with("##")) {
            throw std::runtime_error{file.string() + ":" + std::to_string(number) + " belongs to no case"};
        }
    }
}

} // namespace

std::vector<hostile_case> read_hostile_cases() {
    std::vector<std::filesystem::path> files;
    for (const auto& each : std::filesystem::directory_iterator{VESTA_HOSTILE_FOLDER})
        if (each.path().extension() == ".txt") files.push_back(each.path());
    std::ranges::sort(files);
    std::vector<hostile_case> all;
    for (const auto& each : files)
        read_file(each, all);
    return all;
}

} // namespace vesta::testing
