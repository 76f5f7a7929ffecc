// Any text as an ID: what is read is what was meant, and every scheme either explains it or refuses, and makes it
// again.
#include <vesta/id/scheme.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void explain_and_make_again(vesta::id value) {
    for (const auto name : vesta::scheme_names()) {
        const auto& family = *vesta::find_scheme(name);
        const auto explained = family.explain(value);
        if (!explained) continue;
        const auto& type = *family.type_of(value).value();
        require(family.make(type, explained->parts).value() == value);
        require(type.instant_of(explained->parts.time) == explained->at);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    if (const auto value = vesta::parse_id(text)) {
        require(vesta::parse_id(to_string(*value)).value() == *value);
        explain_and_make_again(*value);
    }
    if (const auto instant = vesta::parse_rfc3339(text)) {
        const auto again = vesta::parse_rfc3339(vesta::to_rfc3339(*instant));
        require(!again || *again == *instant);
    }
    return 0;
}
