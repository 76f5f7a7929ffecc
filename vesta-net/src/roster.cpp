#include "roster.hpp"

namespace vesta::net {
namespace {

constexpr int called_at_once = 8;

} // namespace

roster::time_point roster::file(connection& one, phase under, time_point now) noexcept {
    if (one.is_linked()) one.unlink();
    in(under).push_back(one);
    const auto allowed = allowed_[static_cast<std::size_t>(under)];
    return allowed == std::chrono::milliseconds{0} ? time_point::max() : now + allowed;
}

void roster::retire(connection& one) noexcept {
    one.unlink();
    retired_.push_back(one);
}

void roster::release() noexcept {
    while (!retired_.empty()) {
        const connection::pointer last = retired_.front().let_go();
        last->unlink();
    }
}

void roster::call_forward() noexcept {
    for (int called = 0; called < called_at_once && !line_.empty(); line_.pop_front()) {
        if (line_.front()->is_cut()) continue;
        line_.front()->come_forward();
        ++called;
    }
}

} // namespace vesta::net
