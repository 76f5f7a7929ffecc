#include <vesta/net/gathering.hpp>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

constexpr auto judged_after = 20ms;
constexpr double thick = 50;         // connections a millisecond: three or four during a sleep
constexpr double hardly_less = 0.95; // of what came without: as much, but for chance
constexpr auto at_a_time = 200ms;    // then what comes without is measured anew
constexpr auto disappointment = 100ms;

} // namespace

bool gathering::pays(std::size_t ready, time_point now) noexcept {
    told_ += ready;
    if (now - since_ >= judged_after) judge(now);
    return pays_;
}

void gathering::judge(time_point now) noexcept {
    const double rate = static_cast<double>(told_) / std::chrono::duration<double, std::milli>{now - since_}.count();
    if (!pays_) {
        without_ = rate;
        pays_ = rate >= thick && now >= next_change_;
        if (pays_) next_change_ = now + at_a_time;
    } else if (rate < hardly_less * without_) {
        pays_ = false;
        next_change_ = now + disappointment;
    } else {
        pays_ = now < next_change_;
    }
    since_ = now;
    told_ = 0;
}

} // namespace vesta::net
