#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

/// Splits the line of an inline command into words as redis-server does: by spaces; in "double quotes" with the escapes
/// \n \r \t \b \a \xHH, in 'single quotes' with \' only. Words with quotes are unquoted into @p unquoted; all others
/// are views into @p line. False where quotes do not close, or close within a word.
bool split_words(std::string_view line, std::vector<std::string_view>& words, std::string& unquoted);

} // namespace vesta::rpc::detail
