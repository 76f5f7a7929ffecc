#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vesta::testing {

/// A folder of its own for one test, removed with all that is in it.
class temp_folder {
  public:
    temp_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "vesta-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error{"cannot make a temporary folder"};
        path_ = name;
    }
    temp_folder(const temp_folder&) = delete;
    temp_folder& operator=(const temp_folder&) = delete;
    ~temp_folder() {
        std::error_code unused;
        std::filesystem::remove_all(path_, unused);
    }

    const std::filesystem::path& path() const noexcept { return path_; }
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

inline std::string read_all(const std::filesystem::path& file) {
    std::ifstream in{file, std::ios::binary};
    if (!in) throw std::runtime_error{"cannot read " + file.string()};
    return {std::istreambuf_iterator<char>{in}, {}};
}

inline void write_all(const std::filesystem::path& file, std::string_view content) {
    std::ofstream out{file, std::ios::binary | std::ios::trunc};
    out << content;
    if (!out.flush()) throw std::runtime_error{"cannot write " + file.string()};
}

} // namespace vesta::testing
