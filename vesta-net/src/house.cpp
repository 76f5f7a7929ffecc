#include <vesta/net/house.hpp>

#include <utility>

namespace vesta::net {

house::place::place(place&& other) noexcept : in_{std::exchange(other.in_, nullptr)}, at_{other.at_} {}

void house::place::give_back() noexcept {
    house* const in = std::exchange(in_, nullptr);
    if (in == nullptr) return;
    const std::lock_guard lock{in->guard_};
    --in->open_;
    if (--at_->second == 0) in->from_.erase(at_);
}

std::size_t house::open() const {
    const std::lock_guard lock{guard_};
    return open_;
}

house::admission house::admit(const address& from) {
    const std::lock_guard lock{guard_};
    const auto at = from_.try_emplace(from, 0).first;
    admission made;
    const bool has_host = from != address{}; // that of no host stands for unix sockets
    if (has_host && at->second >= limit_.connections_per_address) {
        made.how = entrance::full_for_address;
    } else if (open_ >= limit_.connections) {
        made.how = entrance::full;
    } else {
        ++open_;
        ++at->second;
        made.taken.in_ = this;
        made.taken.at_ = at;
    }
    if (at->second == 0) from_.erase(at);
    return made;
}

} // namespace vesta::net
