#pragma once

#include <vesta/access/access_list.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vesta::testing {

/// An access list of principals, whose tokens are `token-of-` and their name.
inline access::access_list access_list_of(std::map<std::string, std::vector<std::string>> may,
                                          std::vector<std::string> anonymous = {},
                                          std::optional<access::quota_settings> quota = {}) {
    access::settings made;
    for (auto& [name, rules] : may) {
        const auto entry = access::token_entry::of("k1", "token-of-" + name);
        made.principals[name] = {.tokens = {entry.text()}, .certificates = {}, .may = std::move(rules), .quota = quota};
    }
    made.anonymous.may = std::move(anonymous);
    return access::access_list::from(made).value();
}

} // namespace vesta::testing
