#include "command_queue.hpp"

namespace vesta::rpc::detail {

bool command_queue::add(std::string_view command) {
    if (count_ == most_commands || command.size() > most_bytes - bytes_.size()) return false;
    if (spoilt_) return true; // it will not run
    bytes_.append(command);
    ++count_;
    return true;
}

void command_queue::spoil() noexcept {
    if (!is_open()) return;
    discard();
    phase_ = phase::open;
    spoilt_ = true;
}

void command_queue::discard() noexcept {
    phase_ = phase::closed;
    spoilt_ = false;
    count_ = 0;
    at_ = 0;
    bytes_.clear_and_keep(0);
}

std::size_t command_queue::run() noexcept {
    const std::size_t count = count_;
    phase_ = phase::running;
    if (count == 0) discard();
    return count;
}

void command_queue::ran(std::size_t bytes) noexcept {
    at_ += bytes;
    if (at_ == bytes_.size()) discard();
}

} // namespace vesta::rpc::detail
