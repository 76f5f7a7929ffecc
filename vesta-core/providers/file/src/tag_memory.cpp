#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/file/tag_memory.hpp>
#include <vesta/segment/segment_store.hpp>

#include <charconv>
#include <optional>

namespace vesta::file {
namespace {

constexpr std::string_view first_line = "vesta-known 1\n";
constexpr std::string_view line_start = "end ";

std::string write(const tag_memory::ends& all) {
    std::string text{first_line};
    for (const auto& [tag, end] : all)
        text.append(line_start).append(std::to_string(end)).append(" ").append(tag) += '\n';
    return seal(std::move(text));
}

/// One line's tag and end.
std::optional<std::pair<std::string, std::int64_t>> read_line(std::string_view line) {
    if (!line.starts_with(line_start)) return {};
    line.remove_prefix(line_start.size());
    std::int64_t end = 0;
    const auto [stop, failed] = std::from_chars(line.data(), line.data() + line.size(), end);
    line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
    if (failed != std::errc{} || end < 1 || !line.starts_with(' ')) return {};
    line.remove_prefix(1);
    if (!check_tag(line)) return {};
    return std::pair{std::string{line}, end};
}

result<tag_memory::ends> read(const std::optional<std::string>& text) {
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    tag_memory::ends all;
    if (!text) return all; // none was kept
    const auto lines = check_seal(*text);
    if (!lines || !lines->starts_with(first_line)) return damaged;
    for (std::string_view rest = lines->substr(first_line.size()); !rest.empty();) {
        const std::size_t stop = std::min(rest.find('\n'), rest.size() - 1);
        auto line = read_line(rest.substr(0, stop));
        if (!line) return damaged;
        all.insert(*std::move(line));
        rest.remove_prefix(stop + 1);
    }
    return all;
}

class file_memory final : public tag_memory {
  public:
    explicit file_memory(known_file in) : file_{std::move(in)} {}

    std::string where() const override { return file_.path().string(); }

    ends load() override {
        const auto text = file_.load();
        auto found = text ? read(*text) : result<ends>{text.reason()};
        if (found) return *std::move(found);
        file_.tell(found.reason().message + "; what was given out before this start is not known, and not guarded");
        return {};
    }

    void save(const ends& all, bool for_good) override {
        file_.save(write(all), for_good, "what is given out from here on is not remembered");
    }

  private:
    known_file file_;
};

} // namespace

std::shared_ptr<tag_memory> remember_tags(std::filesystem::path path, std::function<void(std::string_view)> log) {
    return std::make_shared<file_memory>(known_file{std::move(path), std::move(log)});
}

} // namespace vesta::file
