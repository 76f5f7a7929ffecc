#include "roster.hpp"

namespace vesta::net {

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

} // namespace vesta::net
