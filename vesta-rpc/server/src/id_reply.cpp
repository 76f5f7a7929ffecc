#include "id_reply.hpp"

#include "words.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace vesta::rpc::detail {
namespace {

constexpr std::int64_t largest_exact = std::int64_t{1} << 53; // that a double tells from its neighbours

// What libraries say in CLIENT SETINFO LIB-NAME whose numbers are JavaScript's, a suffix in parentheses aside.
constexpr std::array<std::string_view, 4> rounding_libraries{"ioredis", "iovalkey", "node-redis", "glidejs"};

bool rounds(std::string_view library) noexcept {
    const std::string_view name = library.substr(0, library.find('('));
    return std::ranges::any_of(rounding_libraries, [&](std::string_view each) { return same_word(each, name); });
}

bool is_large(id of) noexcept {
    return of.value > largest_exact || of.value < -largest_exact;
}

void write_text_of(reply_writer to, id one, const id_shape& shape) {
    std::array<char, text_room> text;
    to.bulk({text.data(), static_cast<std::size_t>(shape.write(text.data(), one) - text.data())});
}

void write_behind(reply_writer to, std::string_view prefix, id one, const id_shape& shape) {
    std::string text{prefix};
    text.resize(prefix.size() + text_room);
    const char* const end = shape.write(text.data() + prefix.size(), one);
    to.bulk({text.data(), static_cast<std::size_t>(end - text.data())});
}

void write_bytes_of(reply_writer to, id core, uuid_kind kind) {
    const auto bytes = compose(kind, core).bytes();
    to.bulk({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

} // namespace

void id_reply::write(reply_writer to, std::span<const id> ids) const {
    if (when == text::never) return to.integers(ids);
    for (const id each : ids) {
        if (when == text::bytes) {
            write_bytes_of(to, each, *shape.kind);
        } else if (!prefix.empty()) {
            write_behind(to, prefix, each, shape);
        } else if (when == text::always || is_large(each)) {
            write_text_of(to, each, shape);
        } else {
            to.integer(each.value);
        }
    }
}

id_reply reply_for(id_replies how, std::string_view library) noexcept {
    switch (how) {
    case id_replies::integer:
        return {};
    case id_replies::text:
        return {.when = id_reply::text::always};
    case id_replies::automatic:
        break;
    }
    return {.when = rounds(library) ? id_reply::text::large : id_reply::text::never};
}

} // namespace vesta::rpc::detail
