// Any text as an ID: what is read is what was meant, and every scheme either explains it or refuses, and makes it
// again. So with every text form, of 64 and of 128 bits.
#include <vesta/id/scheme.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/time/instant.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
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

constexpr std::array forms{vesta::text_form::decimal,      vesta::text_form::hex,    vesta::text_form::base32,
                           vesta::text_form::base58,       vesta::text_form::base62, vesta::text_form::uuid,
                           vesta::text_form::base32_check, vesta::text_form::type_id};

void read_and_write_again(std::string_view text) {
    for (const auto as : forms) {
        if (const auto value = vesta::parse_text(text, as))
            require(vesta::parse_text(to_text(*value, as), as).value() == *value);
        if (const auto value = vesta::parse_uuid(text, as))
            require(vesta::parse_uuid(to_text(*value, as), as).value() == *value);
    }
    static_cast<void>(vesta::parse_any_text(text));
    static_cast<void>(vesta::parse_any_uuid(text));
}

void write_and_read_again(const vesta::uuid& value) {
    require(vesta::uuid::from_bytes(value.bytes()) == value);
    for (const auto as : forms)
        if (vesta::suited_form(vesta::uuid_kind::uuid7, as))
            require(vesta::parse_uuid(to_text(value, as), as).value() == value);
    for (const auto kind : {vesta::uuid_kind::uuid7, vesta::uuid_kind::ulid}) {
        static const auto cores = vesta::core_scheme(vesta::uuid_kind::uuid7);
        const auto told = explain(kind, value, cores->types().front());
        require(!told || told->parts.time == value.high >> 16);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    if (const auto value = vesta::parse_id(text)) {
        require(vesta::parse_id(to_string(*value)).value() == *value);
        explain_and_make_again(*value);
    }
    read_and_write_again(text);
    if (size >= 16) write_and_read_again(vesta::uuid::from_bytes(std::span<const std::uint8_t, 16>{data, 16}));
    if (const auto instant = vesta::parse_rfc3339(text)) {
        const auto again = vesta::parse_rfc3339(vesta::to_rfc3339(*instant));
        require(!again || *again == *instant);
    }
    return 0;
}
