#include "standing.hpp"

#include "numbers.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::detail {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

standing::standing(std::string tag, row_number row, const known_ends& known, std::atomic<std::size_t>& strangers)
    : known_{known}, strangers_{strangers}, tag_{std::move(tag)}, row_{row},
      was_in_table_{known.before(tag_).largest() != 0}, known_ends_{known.before(tag_)} {
    if (!was_in_table_) ++strangers_;
}

void standing::has_row() noexcept {
    if (!was_in_table_) --strangers_;
    in_table_ = was_in_table_ = true;
}

bool standing::may_exist() noexcept {
    constexpr std::chrono::seconds believed{1}; // a negative answer about a row is reused this long
    if (now_ != phase::absent) return true;
    if (steady_clock::now() - absent_since_ < believed) return false;
    now_ = phase::unknown;
    return true;
}

void standing::found(const tag_row& row, time_point read_at) {
    found_at_ = read_at;
    has_row();
    limit_ = row.limit;
    if (row.step >= 1 && row.delta >= 1) facts_ = {row.step, row.delta, row.remainder};
    if (now_ == phase::absent) now_ = phase::unknown;
    if (now_ == phase::exhausted && row.max_id <= row.limit) now_ = phase::live;
}

bool standing::is_gone(time_point read_at) const noexcept {
    if (found_at_ >= read_at || now_ == phase::closed || now_ == phase::absent) return false;
    if (now_ == phase::unknown && !in_table_) return false; // its first use asks the store, and may create it
    // A row that existed after the reading began may also have been made after it.
    return reserved_at_ < read_at;
}

void standing::vanish(time_point now) noexcept {
    now_ = phase::absent;
    absent_since_ = now;
    facts_ = {};
    in_table_ = false;
}

segment_request standing::request() const {
    return {.tag = tag_, .not_below = known_ends_, .known = facts_, .row = row_};
}

void standing::reserved(const segment& made, time_point now) noexcept {
    loaded_ = true;
    trouble_.reset();
    facts_ = made.facts;
    has_row();
    known_ends_.raise(made.origin, made.end);
    reserved_at_ = now;
    if (!is_closed()) now_ = phase::live;
}

void standing::failed(error why) {
    if (why.code == errc::state_unusable && !loaded_) why.message += was_known();
    if (why.code == errc::exhausted && !is_closed()) now_ = phase::exhausted;
    trouble_ = std::make_unique<error>(std::move(why));
}

/// Whether the last reservation failed for another reason than the row: that others have it locked is one of the row.
bool standing::has_store_trouble() const noexcept {
    if (!trouble_) return false;
    const errc why = trouble_->code;
    return why != errc::not_found && why != errc::exhausted && why != errc::state_unusable &&
           why != errc::invalid_argument && why != errc::in_use;
}

errc standing::refusal() const noexcept {
    switch (now_) {
    case phase::absent:
        return errc::not_found;
    case phase::exhausted:
        return errc::exhausted;
    case phase::closed:
        return errc::closed;
    case phase::unknown:
    case phase::live:
        break;
    }
    return errc::not_ready;
}

error standing::explain(errc why) const {
    const std::string subject = "tag " + in_quotes(tag_);
    switch (why) {
    case errc::not_found:
        return {why, "there is no " + subject + "; add a row for it to the table, or set auto-create" + was_known()};
    case errc::exhausted:
        return {why, subject + " has given out all numbers up to its limit; raise max_limit in its row"};
    case errc::closed:
        return {why, "the generator was closed"};
    case errc::forked:
        return {why, "this process was forked from the one that opened the generator, which goes on using its numbers; "
                     "open a generator after the fork"};
    case errc::invalid_argument:
        return {why, "at most " + std::to_string(largest_block) + " numbers can be taken in one piece"};
    default:
        return {why, std::string{vesta::name(why)}};
    }
}

error standing::explain_wait(milliseconds wait) const {
    if (!trouble_) return {errc::not_ready, "numbers for tag " + in_quotes(tag_) + " are being reserved", wait};
    return {errc::not_ready,
            "tag " + in_quotes(tag_) + " has no numbers left, and none can be reserved: " + trouble_->message,
            std::max(wait, milliseconds{1000})};
}

/// For errors of a tag that earlier processes used: what says so.
std::string standing::was_known() const {
    const std::int64_t before = known_.before(tag_).largest();
    if (before == 0) return {};
    return "; numbers up to " + std::to_string(before - 1) + " were given out on this host, says " + known_.where() +
           ": to start the tag over all the same, stop the program and remove that file";
}

tag_status standing::status() const {
    tag_status is{
        .tag = tag_, .row = row_, .loaded = loaded_, .present = in_table_, .step = facts_.step, .limit = limit_};
    is.exhausted = now_ == phase::exhausted;
    if (trouble_) is.trouble = *trouble_;
    return is;
}

void standing::add_to(segment_status& sum) const {
    sum.tags += in_table_ ? 1 : 0;
    sum.exhausted += now_ == phase::exhausted ? 1 : 0;
    if (!has_store_trouble() || (sum.trouble && says_store_is_down(*sum.trouble))) return;
    sum.trouble = *trouble_;
}

} // namespace vesta::detail
