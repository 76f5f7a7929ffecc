#include "words.hpp"

#include <vesta/base/list.hpp>

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

error unknown_option(std::string_view word, std::initializer_list<option> known) {
    return {errc::invalid_argument,
            in_quotes(word) + " is not an option here; these are: " + listed(known, &option::name)};
}

} // namespace

result<void> read_options(std::span<const std::string_view> words, std::initializer_list<option> known) {
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const auto match =
            std::ranges::find_if(known, [&](const option& each) { return same_word(each.name, words[i]); });
        if (match == known.end()) return unknown_option(words[i], known);
        if (*match->value) return error{errc::invalid_argument, std::string{match->name} + " is given twice"};
        if (i + 1 == words.size())
            return error{errc::invalid_argument, std::string{match->name} + " needs a value behind it"};
        *match->value = words[i + 1];
    }
    return {};
}

} // namespace vesta::rpc::detail
