#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

/// Splits an inline command into words as redis-server does: at spaces; "double quotes" take the escapes \n \r \t \b \a
/// \xHH, 'single quotes' only \'. Words with quotes are unquoted into @p unquoted; all others are views into @p line.
/// False if quotes do not close, or close within a word.
bool split_words(std::string_view line, std::vector<std::string_view>& words, std::string& unquoted);

} // namespace vesta::rpc::detail
