#include "known_groups.hpp"

#include <exception>
#include <string>

namespace vesta::sql {
namespace {

constexpr std::chrono::seconds between_notes{1};

} // namespace

known_groups::~known_groups() {
    remember();
}

void known_groups::recall() {
    if (memory_) known_ = remembered_ = memory_->load();
}

result<void> known_groups::see(std::int64_t groups) {
    seen_ = groups;
    if (groups >= known_) return {};
    return error{errc::state_unusable, "it tells of " + std::to_string(groups) + " groups of them, and had " +
                                           std::to_string(known_) + (memory_ ? " (" + memory_->where() + ")" : "")};
}

void known_groups::remember(boot_clock::time_point now) noexcept {
    if (at_ && now - *at_ < between_notes) return;
    at_ = now;
    remember();
}

void known_groups::remember() noexcept {
    if (!memory_ || known_ <= remembered_) return;
    try {
        memory_->keep(known_);
        remembered_ = known_;
    } catch (const std::exception&) { // no memory: the next one tries again
        return;
    }
}

} // namespace vesta::sql
