#include "answers.hpp"

#include "worker.hpp"

namespace vesta::net {
namespace {

constexpr std::size_t sent_at_once = 64 * 1024; // beyond it, answers do not wait for other connections' turns
constexpr std::size_t kept = 1024 * 1024;       // bytes of memory for the next answers

} // namespace

void answers::have_sent(connection& one) {
    answering_.emplace_back(&one);
    if (owner_.how().answers == sending::at_once || buffer_.size() >= sent_at_once) send_all();
}

/// A peer on the same processor wakes at the first answer of a round, and then finds all of them.
void answers::send_all() noexcept {
    // None of them has another turn meanwhile, so the list does not grow.
    for (const connection::pointer& each : answering_)
        owner_.attempt(*each, &connection::send_answers);
    answering_.clear();
    buffer_.clear_and_keep(kept);
}

} // namespace vesta::net
