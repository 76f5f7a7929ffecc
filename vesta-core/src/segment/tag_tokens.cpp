#include <vesta/base/background.hpp>
#include <vesta/base/fork.hpp>
#include <vesta/base/sha256.hpp>
#include <vesta/segment/tag_tokens.hpp>

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace vesta {
namespace {

/// The tags of each token, by its digest: how long a look-up takes tells nothing of a token.
using token_list = std::map<std::string, std::set<std::string, std::less<>>, std::less<>>;

token_list listed_by_token(std::vector<tag_token> rows) {
    token_list all;
    for (tag_token& each : rows)
        all[sha256(each.token)].insert(std::move(each.tag));
    return all;
}

} // namespace

struct tag_tokens::state {
    const reader read_rows;
    const std::chrono::milliseconds every;
    const std::uint32_t born_in = fork_count();

    mutable std::mutex guard; // of what follows
    std::condition_variable changed;
    bool stopping = false;
    bool tried = false; // whether a reading has ended
    std::optional<error> trouble;
    std::shared_ptr<const token_list> list; // null before the first reading that succeeded
    std::thread thread;
};

tag_tokens::tag_tokens(reader read, std::chrono::milliseconds every)
    : state_{new state{.read_rows = std::move(read), .every = every}} {
    state_->thread = background_thread([this] {
        std::unique_lock lock{state_->guard};
        while (!state_->stopping) {
            lock.unlock();
            const bool done = this->read().has_value();
            lock.lock();
            const auto pause =
                done ? state_->every : std::min<std::chrono::milliseconds>(state_->every, pause_after_failure);
            state_->changed.wait_for(lock, pause, [this] { return state_->stopping; });
        }
    });
}

tag_tokens::~tag_tokens() {
    if (fork_count() != state_->born_in) { // the thread is the parent's
        static_cast<void>(state_.release());
        return;
    }
    {
        const std::lock_guard lock{state_->guard};
        state_->stopping = true;
    }
    state_->changed.notify_all();
    state_->thread.join();
}

result<void> tag_tokens::read() {
    auto rows = attempt([this] { return state_->read_rows(); });
    if (!rows) {
        const std::lock_guard lock{state_->guard};
        state_->trouble = rows.error();
        state_->tried = true;
        state_->changed.notify_all();
        return std::move(rows).error();
    }
    std::shared_ptr<const token_list> list = std::make_shared<const token_list>(listed_by_token(*std::move(rows)));
    const std::lock_guard lock{state_->guard};
    state_->trouble.reset();
    state_->tried = true;
    state_->changed.notify_all();
    state_->list.swap(list); // the one before goes after the lock
    return {};
}

result<bool> tag_tokens::may(std::string_view token, std::string_view tag) const {
    if (token.empty() || tag.empty()) return false;
    std::shared_ptr<const token_list> list;
    {
        const std::lock_guard lock{state_->guard};
        if (!state_->list)
            return state_->trouble.value_or(error{errc::not_ready, "the table of tokens has not been read yet"});
        list = state_->list;
    }
    const auto found = list->find(sha256(token));
    return found != list->end() && found->second.contains(tag);
}

void tag_tokens::await_first_reading(std::chrono::milliseconds at_most) const {
    std::unique_lock lock{state_->guard};
    state_->changed.wait_for(lock, at_most, [this] { return state_->tried; });
}

bool tag_tokens::was_read() const {
    const std::lock_guard lock{state_->guard};
    return state_->list != nullptr;
}

std::optional<error> tag_tokens::trouble() const {
    const std::lock_guard lock{state_->guard};
    return state_->trouble;
}

} // namespace vesta
