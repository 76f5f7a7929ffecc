#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/file/tag_memory.hpp>
#include <vesta/segment/segment_store.hpp>

#include <optional>

namespace vesta::file {
namespace {

constexpr std::string_view first_line_of_tags = "vesta-known 1\n";

std::string write_ends(const tag_memory::ends& all) {
    std::string text{first_line_of_tags};
    for (const auto& [tag, end] : all)
        text.append("end ").append(std::to_string(end)).append(" ").append(tag) += '\n';
    return seal(std::move(text));
}

/// A line's end and tag, which may have spaces.
std::optional<tag_memory::ends::value_type> read_end_line(std::string_view line) {
    const auto end = read_canonical<std::int64_t>(take_word(line));
    if (!end || *end < 1 || !check_tag(line)) return {};
    return tag_memory::ends::value_type{line, *end};
}

result<tag_memory::ends> read_ends(const std::optional<std::string>& text) {
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    tag_memory::ends all;
    if (!text) return all; // none was kept
    const auto lines = check_seal(*text);
    if (!lines || !lines->starts_with(first_line_of_tags)) return damaged;
    for (std::string_view rest = lines->substr(first_line_of_tags.size()); !rest.empty();) {
        const auto line = take_line(rest, "end");
        auto one = line ? read_end_line(*line) : std::nullopt;
        if (!one) return damaged;
        all.insert(*std::move(one));
    }
    return all;
}

class file_of_tags final : public tag_memory {
  public:
    explicit file_of_tags(known_file in) : file_{std::move(in)} {}

    std::string where() const override { return file_.path().string(); }

    ends load() override {
        const auto text = file_.load();
        auto found = text ? read_ends(*text) : result<ends>{text.error()};
        if (found) return *std::move(found);
        file_.tell(severity::warning,
                   found.error().message + "; what was given out before this start is not known, and not guarded");
        return {};
    }

    void save(const ends& all, bool for_good) override {
        file_.save(write_ends(all), for_good, "what is given out from here on is not remembered");
    }

  private:
    known_file file_;
};

} // namespace

std::shared_ptr<tag_memory> remember_tags(std::filesystem::path path, log_sink log) {
    return std::make_shared<file_of_tags>(known_file{std::move(path), std::move(log)});
}

} // namespace vesta::file
