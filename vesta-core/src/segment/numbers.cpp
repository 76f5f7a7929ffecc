#include "numbers.hpp"

#include <algorithm>
#include <new>

namespace vesta::detail {
namespace {

// A smaller range is not worth dividing into portions, nor is a large part of one.
constexpr std::uint64_t smallest_shared_out = 4096;
constexpr std::uint64_t portions_per_range = 64;
constexpr std::uint64_t widest_portion = 1024;

} // namespace

numbers::~numbers() {
    if (portions* const made = portions_.get(); made != portions::nobody()) delete made;
}

bool numbers::worth_a_portion() const noexcept {
    return in_portions_ && cursor_.size() >= smallest_shared_out;
}

range numbers::take_own_some(std::uint64_t wanted) noexcept {
    return own().take(wanted, epoch_.load(std::memory_order_relaxed));
}

range numbers::take_own_block(std::uint64_t count) noexcept {
    portion& mine = own();
    const std::uint32_t epoch = epoch_.load(std::memory_order_relaxed);
    if (mine.left(epoch) >= count) return mine.take(count, epoch);
    mine.abandon();
    return {};
}

numbers::piece numbers::take(std::uint64_t wanted) noexcept {
    portion* const mine = worth_a_portion() ? own_or_new() : nullptr;
    if (mine == nullptr) return cursor_.take(wanted);
    const std::uint64_t width = mine->next_width(std::min(cursor_.size() / portions_per_range, widest_portion));
    return take_with_portion(cursor_, *mine, epoch_, wanted, width);
}

portion* numbers::own_or_new() noexcept {
    portions* all = portions_.get();
    if (all == portions::nobody()) {
        auto* const made = new (std::nothrow) portions;
        if (made == nullptr) return nullptr;
        if (portions_.put_in_place_of(all, made)) {
            all = made;
        } else {
            delete made;
        }
    }
    return all->find_or_make(thread_slot());
}

} // namespace vesta::detail
