#include "call.hpp"

#include <utility>

namespace vesta::zookeeper {

std::shared_ptr<call> call::make() {
    auto made = std::make_shared<call>();
    made->self_ = made;
    return made;
}

const void* call::data() {
    return new std::shared_ptr<call>{self_.lock()};
}

std::shared_ptr<call> call::taken_back(const void* data) {
    const std::unique_ptr<const std::shared_ptr<call>> owned{static_cast<const std::shared_ptr<call>*>(data)};
    return *owned;
}

void call::answer(reply with) {
    {
        const std::lock_guard guard{guard_};
        reply_ = std::move(with);
        done_ = true;
    }
    answered_.notify_one();
}

reply call::wait(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock guard{guard_};
    if (answered_.wait_until(guard, deadline, [this] { return done_; })) return std::move(reply_);
    return {};
}

} // namespace vesta::zookeeper
