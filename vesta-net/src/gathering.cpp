#include <vesta/net/gathering.hpp>

#include <cstdint>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

constexpr auto judged_after = 2ms;
constexpr std::int64_t thick = 50;    // connections a millisecond: three or four during a sleep
constexpr std::int64_t too_thin = 40; // fewer than three: those who are answered later ask again later
constexpr auto disappointment = 50ms;

} // namespace

bool gathering::pays(std::size_t ready, time_point now) noexcept {
    told_ += ready;
    if (now - since_ >= judged_after) judge(now);
    return pays_;
}

void gathering::judge(time_point now) noexcept {
    const bool enough = static_cast<std::int64_t>(told_) * 1ms >= (pays_ ? too_thin : thick) * (now - since_);
    if (pays_ && !enough) not_before_ = now + disappointment;
    pays_ = enough && now >= not_before_;
    since_ = now;
    told_ = 0;
}

} // namespace vesta::net
