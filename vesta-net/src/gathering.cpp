#include <vesta/net/gathering.hpp>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

constexpr auto judged_after = 50ms;
constexpr double thick = 50;     // connections per millisecond: three or four during a sleep
constexpr int most_failures = 2; // in a row; fewer may be chance
constexpr auto at_a_time = 1s;   // then the rate without it is measured again
constexpr auto given_up = 1s;

} // namespace

bool gathering::pays(std::size_t ready, time_point now) noexcept {
    told_ += ready;
    if (now - since_ >= judged_after) judge(now);
    return pays_;
}

void gathering::judge(time_point now) noexcept {
    const double rate = static_cast<double>(told_) / std::chrono::duration<double, std::milli>{now - since_}.count();
    failures_ = pays_ && rate < without_ ? failures_ + 1 : 0;
    if (!pays_) {
        const bool has_been_thick = without_ >= thick; // when work begins, a window describes the beginning
        without_ = rate;
        pays_ = has_been_thick && rate >= thick && now >= next_change_;
        if (pays_) next_change_ = now + at_a_time;
    } else if (failures_ == most_failures) {
        pays_ = false;
        next_change_ = now + given_up;
    } else {
        pays_ = now < next_change_;
    }
    since_ = now;
    told_ = 0;
}

} // namespace vesta::net
