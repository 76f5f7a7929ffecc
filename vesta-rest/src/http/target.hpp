#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vesta::rest::http {

/// A request target taken apart and percent-decoded. Keeps its memory from one request to the next.
class target {
  public:
    struct parameter {
        std::string_view name;
        std::optional<std::string_view> value; ///< Nothing for `?name` without `=`.
    };

    static constexpr std::size_t most_segments = 8;
    static constexpr std::size_t most_parameters = 16;

    /// Reads the origin form (/path?query) or the absolute form (http://host/path?query) of RFC 9112, 3.2. Ignores one
    /// slash at the end of the path, and empty parameters. False for any other text; `problem()` then says why.
    bool parse(std::string_view text);

    /// Forgets what was parsed.
    void clear() noexcept;

    std::string_view problem() const noexcept { return problem_; }

    /// The decoded parts of the path; the first `most_segments` of a path longer than any route's.
    std::span<const std::string_view> segments() const noexcept { return {segments_.data(), segment_count_}; }
    std::span<const parameter> parameters() const noexcept { return {parameters_.data(), parameter_count_}; }

  private:
    bool refuse(std::string_view why) noexcept;
    bool take_path(std::string_view path);
    bool take_query(std::string_view query);
    std::optional<std::string_view> decode(std::string_view encoded, bool plus_is_space);

    std::string decoded_;
    std::string_view problem_;
    std::array<std::string_view, most_segments> segments_;
    std::array<parameter, most_parameters> parameters_;
    std::size_t segment_count_ = 0;
    std::size_t parameter_count_ = 0;
};

} // namespace vesta::rest::http
