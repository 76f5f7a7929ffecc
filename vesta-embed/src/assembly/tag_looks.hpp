#pragma once

#include <vesta/embed/tags.hpp>

#include <filesystem>
#include <functional>
#include <map>

namespace vesta::embed {

/// Earlier looks at a table of tags, in a text file: for each tag one that rates are measured from, and a later one
/// that takes its place when it is a day old. Losing the file costs the rates until the next look but one.
///
/// Thread-safety: none. Processes that write it at one time: the last one's is kept, whole.
class tag_looks {
  public:
    /// Reads @p file; what is not there, or no such file, is as if there were no earlier look.
    explicit tag_looks(std::filesystem::path file);

    /// Notes that @p row was found at @p now; the rate since the earlier look at it.
    std::optional<tag_rate> note(const tag_row& row, unix_ms now);

    /// Writes what was noted, and nothing else: tags that have gone are forgotten.
    ///
    /// Errors: `state_unusable`.
    result<void> save() const;

  private:
    struct look {
        std::int64_t at_ms = 0;
        std::int64_t max_id = 0;
    };
    struct looks {
        look base;
        look next;
    };

    const std::filesystem::path file_;
    std::map<std::string, looks, std::less<>> before_;
    std::map<std::string, looks, std::less<>> noted_;
};

} // namespace vesta::embed
