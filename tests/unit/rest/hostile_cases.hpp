#pragma once

#include <string>
#include <vector>

namespace vesta::testing {

/// One case of the files in hostile/; its README says what they look like.
struct hostile_case {
    std::string where; ///< file:line: what it is about
    std::string request;
    std::vector<int> statuses;
    std::vector<bool> heads; ///< Which answers have no content.
    std::string end;         ///< open, close or more
    std::vector<std::string> contains;
};

/// The cases of all files. Throws where one cannot be read.
std::vector<hostile_case> read_hostile_cases();

} // namespace vesta::testing
