#pragma once

#include <boost/json/object.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace vesta::cli {

/// How a view is drawn.
struct screen_style {
    std::size_t columns = 0; ///< Longer lines are cut off; 0: none is.
    bool colours = false;
};

/// The lines that show @p view, which `compare` made. @p server is where it is from, and @p trouble why it is not of
/// now; empty: it is. Names are shown as `printable` has them.
std::vector<std::string> draw(const boost::json::object& view, const std::string& server, const std::string& trouble,
                              const screen_style& style);

} // namespace vesta::cli
