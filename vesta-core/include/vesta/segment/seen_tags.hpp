#pragma once

#include <vesta/segment/segment_store.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// A row of a table of tags as it stands, whether or not it can be used.
struct seen_tag {
    std::string tag;
    std::optional<tag_row> row{}; ///< Absent: `unreadable` says why.
    std::string unreadable{};
};

/// What was found in a table of tags, for who looks at another program's.
struct seen_tags {
    std::map<std::string, std::string> columns{}; ///< Their types in the database's words.
    std::string engine{};                         ///< Of MySQL and MariaDB; empty: not told.
    bool read_only = false;                       ///< The server refuses writes, as a replica does.
    std::vector<seen_tag> tags{};
};

} // namespace vesta
