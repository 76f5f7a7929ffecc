#include <vesta/sql/connection.hpp>
#include <vesta/time/boot_clock.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace vesta::sql {
namespace {

/// Servers and firewalls close idle connections. A test costs a round trip, so only long idle ones are tested.
constexpr std::chrono::seconds trusted_for{10};

} // namespace

struct connections::idle {
    struct parked {
        std::unique_ptr<connection> link;
        boot_clock::time_point since;
    };
    std::mutex guard;
    std::vector<parked> links;
};

connections::connections(options to, connector open)
    : to_{std::move(to)}, open_{std::move(open)}, idle_{std::make_unique<idle>()} {
    check(to_).value();
}

connections::~connections() = default;

result<std::unique_ptr<connection>> connections::take() {
    for (;;) {
        idle::parked last;
        {
            const std::lock_guard guard{idle_->guard};
            if (idle_->links.empty()) break;
            last = std::move(idle_->links.back());
            idle_->links.pop_back();
        }
        if (boot_clock::now() - last.since < trusted_for || last.link->answers()) return std::move(last.link);
    }
    return open_(to_);
}

void connections::put(std::unique_ptr<connection> back) noexcept {
    std::vector<idle::parked> dropped; // closed without the lock held
    const std::lock_guard guard{idle_->guard};
    if (back->broken()) {
        // Whatever broke this one, most likely a server restart, broke the others as well.
        dropped.swap(idle_->links);
        return;
    }
    try {
        idle_->links.push_back({std::move(back), boot_clock::now()});
    } catch (const std::bad_alloc&) {
        return; // then it is closed
    }
}

} // namespace vesta::sql
