#include <vesta/net/program_state.hpp>

#include <utility>

namespace vesta::net {

program_state::address_ticket::address_ticket(address_ticket&& other) noexcept
    : in_{std::exchange(other.in_, nullptr)}, at_{other.at_} {}

void program_state::address_ticket::give_back() noexcept {
    program_state* const in = std::exchange(in_, nullptr);
    if (in == nullptr) return;
    const std::lock_guard lock{in->guard_};
    --in->open_;
    if (--at_->second == 0) in->from_.erase(at_);
}

std::size_t program_state::open() const {
    const std::lock_guard lock{guard_};
    return open_;
}

program_state::entry program_state::admit(const address& from, bool makes_way) {
    const std::lock_guard lock{guard_};
    const auto at = from_.try_emplace(from, 0).first;
    entry made;
    const bool has_host = from != address{}; // that of no host stands for unix sockets
    if (has_host && at->second >= limit_.connections_per_address) {
        made.how = entrance::full_for_address;
    } else if (open_ >= limit_.connections && !makes_way) {
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
