#include <vesta/base/background.hpp>
#include <vesta/base/fork.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/gapless/gapless_generator.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace vesta {
namespace {

// A group is one step of the store, and so bounded.
constexpr std::size_t largest_group = 1024;

constexpr std::chrono::milliseconds soon{100};

number_outcome refused(error why) {
    return {.why = std::move(why)};
}

error is_forked() {
    return {errc::forked, "this process is a fork; only its parent gives numbers of this generator"};
}

} // namespace

void number_ticket::finish(number_outcome what) noexcept {
    outcome_ = std::move(what);
    {
        const std::lock_guard lock{guard_};
        at_.store(stage::done, std::memory_order_release);
    }
    done_.notify_all();
}

number_outcome number_ticket::wait(std::chrono::nanoseconds patience) {
    {
        std::unique_lock lock{guard_};
        done_.wait_for(lock, std::min<std::chrono::nanoseconds>(patience, std::chrono::hours{24 * 365}),
                       [this] { return done(); });
    }
    return give_up();
}

number_outcome number_ticket::give_up() {
    if (done()) return outcome_;
    withdraw();
    if (at_.load(std::memory_order_acquire) == stage::withdrawn)
        return refused(
            {errc::not_ready, "this call gave no number: the store is slow, or too many callers wait for it", soon});
    if (done()) return outcome_;
    return {.unknown = true,
            .why = {errc::store_unavailable, "the store has not answered, so that a number may have been given or not; "
                                             "ask again with the same key"}};
}

/// All that the thread uses. It is not destroyed in a forked child.
struct gapless_generator::state {
    state(std::unique_ptr<gapless_store> in, gapless_options how) : store{std::move(in)}, options{std::move(how)} {
        group.reserve(largest_group);
        wishes.reserve(largest_group);
        outcomes.reserve(largest_group);
        thread = background_thread([this] { work(); });
    }

    void work() noexcept;
    void collect() noexcept;
    void give() noexcept;
    void note() noexcept;
    void answer() noexcept;
    void stop() noexcept;

    const std::uint32_t born_in = fork_count();
    std::mutex store_guard;               // of the store
    std::unique_ptr<gapless_store> store; // null once closed
    const gapless_options options;

    std::mutex guard; // of what follows
    std::condition_variable wanted;
    std::deque<std::shared_ptr<number_ticket>> line;
    bool closed = false;
    gapless_counts counts;
    std::optional<error> trouble;

    // The thread's own: the present group.
    std::vector<std::shared_ptr<number_ticket>> group;
    std::vector<number_wish> wishes;
    std::vector<number_outcome> outcomes;

    std::mutex joining;
    std::thread thread;
};

void gapless_generator::state::work() noexcept {
    std::unique_lock lock{guard};
    for (;;) {
        wanted.wait(lock, [this] { return closed || !line.empty(); });
        if (line.empty()) return;
        collect();
        lock.unlock();
        if (!group.empty()) give();
        lock.lock();
        note();
        lock.unlock();
        answer();
        lock.lock();
    }
}

/// Moves what waits from the line into the group. Allocates nothing: the room is there.
void gapless_generator::state::collect() noexcept {
    wishes.clear();
    outcomes.clear();
    for (; !line.empty() && group.size() < largest_group; line.pop_front()) {
        if (!line.front()->begin()) continue;
        group.push_back(std::move(line.front()));
        wishes.push_back(std::move(group.back()->wish_));
        outcomes.emplace_back();
    }
}

void gapless_generator::state::give() noexcept {
    const std::lock_guard lock{store_guard};
    store->give(wishes, outcomes);
}

void gapless_generator::state::note() noexcept {
    if (group.empty()) return;
    ++counts.groups;
    for (const number_outcome& each : outcomes)
        ++(each.number != 0 ? (each.again ? counts.again : counts.given)
                            : (each.unknown ? counts.unknown : counts.refused));
    // Only a new number shows that the store works: what is found by key needs no disk.
    const auto is_new = [](const number_outcome& each) { return each.number != 0 && !each.again; };
    // A caller's own mistake is no trouble of the store.
    const auto of_store = [](const number_outcome& each) {
        return each.number == 0 && each.why.code != errc::invalid_argument;
    };
    const auto bad = std::ranges::find_if(outcomes, of_store);
    if (std::ranges::any_of(outcomes, is_new))
        trouble.reset();
    else if (bad != outcomes.end())
        trouble = bad->why;
}

void gapless_generator::state::answer() noexcept {
    for (std::size_t i = 0; i < group.size(); ++i)
        group[i]->finish(std::move(outcomes[i]));
    group.clear();
    const std::lock_guard lock{store_guard};
    store->tidy();
}

/// Also gives the store up, and so lets others have it.
void gapless_generator::state::stop() noexcept {
    {
        const std::lock_guard lock{guard};
        closed = true;
    }
    wanted.notify_all();
    const std::lock_guard lock{joining};
    if (thread.joinable()) thread.join();
    const std::lock_guard last{store_guard};
    store.reset();
}

gapless_generator::gapless_generator(std::unique_ptr<gapless_store> store, gapless_options options)
    : state_{std::make_unique<state>(std::move(store), std::move(options))} {}

gapless_generator::~gapless_generator() {
    close();
    // A forked child has no such thread, and its parent's mutexes may be held for ever.
    if (!is_process(state_->born_in)) static_cast<void>(state_.release());
}

void gapless_generator::close() noexcept {
    if (is_process(state_->born_in)) state_->stop();
}

result<void> gapless_generator::check(std::string_view tag) const {
    const auto& tags = state_->options.tags;
    if (!is_process(state_->born_in)) return is_forked();
    if (tags.empty() ? tag.empty() : std::ranges::find(tags, tag) != tags.end()) return {};
    if (tags.empty()) return error{errc::invalid_argument, "this generator has one series of numbers, and no tags"};
    return error{tag.empty() ? errc::invalid_argument : errc::not_found,
                 (tag.empty() ? std::string{"a tag is missing"} : "there is no tag " + in_quotes(tag)) +
                     "; the settings name: " + listed(tags)};
}

result<std::shared_ptr<number_ticket>> gapless_generator::order(number_wish wish) {
    if (auto good = check(wish.tag); !good) return std::move(good).error();
    if (!wish.key.empty())
        if (auto good = check_key(wish.key); !good) return std::move(good).error();
    auto ticket = std::make_shared<number_ticket>(std::move(wish));
    {
        const std::lock_guard lock{state_->guard};
        if (state_->closed) return error{errc::closed, "the generator is closed; this call gave no number"};
        if (state_->line.size() >= state_->options.most_waiting) {
            ++state_->counts.refused;
            return error{errc::not_ready,
                         "this call gave no number: " + std::to_string(state_->line.size()) +
                             " callers wait for the store",
                         soon};
        }
        state_->line.push_back(ticket);
    }
    state_->wanted.notify_one();
    return ticket;
}

number_outcome gapless_generator::take(number_wish wish, std::chrono::nanoseconds patience) {
    auto ticket = order(std::move(wish));
    return ticket ? (*ticket)->wait(patience) : refused(std::move(ticket).error());
}

template <class Call>
auto gapless_generator::on_store(const Call& call) -> decltype(call(std::declval<gapless_store&>())) {
    if (!is_process(state_->born_in)) return is_forked();
    const std::lock_guard lock{state_->store_guard};
    if (!state_->store) return error{errc::closed, "the generator is closed"};
    return call(*state_->store);
}

result<void> gapless_generator::make_void(const voiding& what) {
    if (auto good = check(what.tag); !good) return good;
    if (auto good = check_voiding(what); !good) return good;
    return on_store([&](gapless_store& in) { return in.make_void(what); });
}

result<std::vector<number_entry>> gapless_generator::list(std::string_view tag, std::int64_t from, std::size_t count) {
    if (auto good = check(tag); !good) return std::move(good).error();
    return on_store([&](gapless_store& in) { return in.list(tag, from, count); });
}

result<std::vector<number_series>> gapless_generator::series() {
    return on_store([](gapless_store& in) { return in.series(); });
}

gapless_counts gapless_generator::counts() const {
    if (!is_process(state_->born_in)) return {};
    const std::lock_guard lock{state_->guard};
    gapless_counts now = state_->counts;
    now.waiting = state_->line.size();
    return now;
}

std::optional<error> gapless_generator::trouble() const {
    if (!is_process(state_->born_in)) return is_forked();
    const std::lock_guard lock{state_->guard};
    return state_->trouble;
}

} // namespace vesta
