// IDs as texts, and those of 128 bits.
#include "calls.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/id/text_form.hpp>

#include <algorithm>
#include <array>
#include <variant>

namespace {

using namespace vesta::embed::c_abi;
using vesta::errc;
using vesta::error;

/// Nothing for NULL and an empty name.
vesta::result<std::optional<vesta::text_form>> form_named(const char* given) {
    const std::string_view name = text(given);
    if (name.empty()) return std::optional<vesta::text_form>{};
    const auto found = vesta::find_text_form(name);
    if (found) return found;
    return error{errc::invalid_argument,
                 "form is " + vesta::in_quotes(name) + "; it is one of " + vesta::text_form_names()};
}

template <class Id>
vesta::result<std::string> next_text(vesta::embed::generator& from, vesta::text_form as) {
    Id made;
    if (auto done = from.generate({&made, 1}); !done) return std::move(done).error();
    return to_text(made, as);
}

vesta::result<void> copy(const std::string& made, char* out, size_t size) {
    if (made.size() >= size)
        return error{errc::invalid_argument,
                     "out has " + std::to_string(size) + " bytes; the text needs " + std::to_string(made.size() + 1)};
    std::copy_n(made.c_str(), made.size() + 1, out);
    return {};
}

vesta_fields fields_of(const vesta::fields& parts, vesta::unix_ms at) {
    return {parts.version,
            parts.type,
            parts.gen_method,
            parts.machine,
            parts.time,
            parts.seq,
            at.time_since_epoch().count()};
}

vesta::result<vesta_fields> fields_of(const vesta::disclosure& told) {
    if (const auto* const of = std::get_if<vesta::explanation>(&told)) return fields_of(of->parts, of->at);
    if (const auto* const of = std::get_if<vesta::uuid_explanation>(&told)) return fields_of(of->parts, of->at);
    return error{errc::invalid_argument, "the ID is of a sharded generator; vesta_explain_sharded takes it apart"};
}

} // namespace

namespace vesta::embed::c_abi {

result<void> generate(generator& from, vesta_uuid* out, size_t count) {
    std::array<uuid, 256> room;
    while (count != 0) {
        const auto made = std::span{room}.first(std::min(count, room.size()));
        if (auto done = from.generate(made); !done) return done;
        for (const uuid& each : made)
            std::ranges::copy(each.bytes(), out++->bytes);
        count -= made.size();
    }
    return {};
}

} // namespace vesta::embed::c_abi

extern "C" {

int vesta_next_uuids(vesta_ids* ids, const char* generator, vesta_uuid* out, size_t count) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && (out != nullptr || count == 0), "ids or out is NULL"); !given)
            return given;
        auto found = ids->service->get(text(generator));
        if (!found) return std::move(found).error();
        return generate(*found, out, count);
    });
}

int vesta_next_text(vesta_ids* ids, const char* generator, const char* form, const char* prefix, char* out,
                    size_t size) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && out != nullptr, "ids or out is NULL"); !given) return given;
        auto found = ids->service->get(text(generator));
        if (!found) return std::move(found).error();
        const auto asked = form_named(form);
        if (!asked) return asked.error();
        const auto kind = found->makes_uuids();
        const auto shape = vesta::shape_for(kind, *asked, text(prefix));
        if (!shape) return shape.error();
        const auto made = kind ? next_text<vesta::uuid>(*found, shape->as) : next_text<vesta::id>(*found, shape->as);
        if (!made) return made.error();
        return copy(std::string{text(prefix)} + *made, out, size);
    });
}

int vesta_next_formatted(vesta_ids* ids, const char* generator, const char* tag, char* out, size_t size) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && tag != nullptr && out != nullptr, "ids, tag or out is NULL"); !given)
            return given;
        if (auto room = require(size >= VESTA_TEXT_ROOM, "out has less than VESTA_TEXT_ROOM bytes"); !room) return room;
        const auto made = ids->service->formatted({.generator = text(generator), .tag = tag});
        if (!made) return made.error();
        return copy(made->front(), out, size);
    });
}

int vesta_explain_text(vesta_ids* ids, const char* generator, const char* given, const char* form, vesta_fields* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto all = require(ids != nullptr && given != nullptr && out != nullptr, "ids, text or out is NULL"); !all)
            return all;
        const auto as = form_named(form);
        if (!as) return as.error();
        const auto& generators = ids->service->opened().published(vesta::gen_method::embedded);
        const auto parts = generators.find(text(generator))
                               .and_then([&](const auto* of) { return of->reveal_text(given, *as); })
                               .and_then([](const vesta::disclosure& told) { return fields_of(told); });
        if (!parts) return parts.error();
        *out = *parts;
        return {};
    });
}

} // extern "C"
