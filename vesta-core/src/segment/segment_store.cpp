#include <vesta/base/utf8.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>

namespace vesta {
namespace {

constexpr std::size_t longest_tag = 128;
constexpr std::uint32_t most_masters = 1024;

error row_is_nonsense(const std::string& what) {
    return {errc::state_unusable, what + "; correct the row"};
}

result<void> check_row(const tag_row& row) {
    if (row.step < 1) return row_is_nonsense("step is " + std::to_string(row.step) + ", and must be 1 or more");
    if (row.max_id < 0)
        return row_is_nonsense("max_id is " + std::to_string(row.max_id) + ", and must not be negative");
    if (row.delta < 1 || row.delta > most_masters || row.remainder >= row.delta)
        return row_is_nonsense("delta is " + std::to_string(row.delta) + " and remainder " +
                               std::to_string(row.remainder) + "; delta must be 1 to " + std::to_string(most_masters) +
                               ", and remainder less than delta");
    return {};
}

} // namespace

result<bool> segment_store::raise(std::string_view, std::int64_t) {
    return error{errc::invalid_argument, "this store keeps no limits; the table needs a column max_limit"};
}

result<void> check_tag(std::string_view tag) {
    std::size_t characters = 0;
    for (std::string_view rest = tag; !rest.empty(); ++characters) {
        const std::size_t length = first_character(rest).length;
        if (length == 0) return error{errc::invalid_argument, "the tag is not valid UTF-8"};
        const auto first = static_cast<unsigned char>(rest.front());
        if (first < 0x20 || first == 0x7F) return error{errc::invalid_argument, "the tag holds a control character"};
        rest.remove_prefix(length);
    }
    if (characters >= 1 && characters <= longest_tag) return {};
    return error{errc::invalid_argument,
                 "the tag has " + std::to_string(characters) + " characters; 1 to 128 are possible"};
}

result<segment> next_segment(const tag_row& row, const segment_request& request) {
    if (auto sound = check_row(row); !sound) return std::move(sound).error();
    if (row.max_id < request.not_below.of(0))
        return error{errc::state_unusable,
                     "max_id went back to " + std::to_string(row.max_id) + ", though numbers up to " +
                         std::to_string(request.not_below.of(0) - 1) +
                         " are reserved: writes were lost, or the row was replaced; set max_id to at least the largest "
                         "number in use plus 1"};
    const std::int64_t limit = std::min(row.limit, largest_number);
    if (row.max_id > limit)
        return error{errc::exhausted, "all numbers up to the limit " + std::to_string(limit) + " are reserved"};
    const std::uint64_t width = std::min(std::max(request.width, static_cast<std::uint64_t>(row.step)), widest_segment);
    const auto room = static_cast<std::uint64_t>(limit - row.max_id) + 1;
    return segment{row.max_id,
                   row.max_id + static_cast<std::int64_t>(std::min(width, room)),
                   {row.step, row.delta, row.remainder}};
}

} // namespace vesta
