#include "explorer.hpp"

#include <algorithm>
#include <stdexcept>

namespace vesta::model {
namespace {

constexpr std::size_t stack_size = 256 * 1024;
constexpr std::size_t most_steps = 500;
explorer* at_work = nullptr;

} // namespace

struct explorer::thread {
    std::size_t index = 0;
    view knows;
    unsigned steps = 0;
    unsigned writes = 0;
    std::uint64_t history = 0; ///< what it has read so far
    body work;
    bool done = false;
    std::optional<std::pair<std::size_t, std::uint64_t>> waits_for; ///< another value of a location
    ucontext_t context{};
    std::vector<char> stack;
};

std::string to_string(const half& of) {
    constexpr std::array<const char*, 4> deeds{"load", "store", "update", "failed update"};
    return of.where + ": " + deeds[static_cast<std::size_t>(of.what)] + (of.release ? " release" : " acquire");
}

explorer::explorer(std::vector<std::string> names, std::optional<half> weakened)
    : names_{std::move(names)}, weakened_{std::move(weakened)} {
    at_work = this;
}

explorer::~explorer() {
    at_work = nullptr;
}

explorer& explorer::current() {
    return *at_work;
}

outcome explorer::explore(const std::function<world()>& make) {
    do {
        ++result_.runs;
        run_once(make);
    } while (!result_.wrong && next_path());
    return result_;
}

bool explorer::next_path() {
    while (!path_.empty() && path_.back().taken + 1 == path_.back().count)
        path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
}

std::size_t explorer::choose(std::size_t count) {
    if (count == 1) return 0;
    if (at_ == path_.size()) path_.push_back({0, count});
    if (path_[at_].count != count) throw std::logic_error{"the scenario is not the same each time"};
    return path_[at_++].taken;
}

void explorer::run_once(const std::function<world()>& make) {
    memory_ = std::make_unique<memory>();
    at_ = 0;
    over_ = false;
    steps_.clear();
    auto stacks = std::move(threads_);
    threads_.clear();
    threads_.push_back(std::make_unique<thread>()); // this one: it is there before the others and after them
    now_ = threads_.front().get();
    const world made = make();
    now_->knows.floor.resize(memory_->size());
    for (const body& each : made.threads) {
        auto next = std::make_unique<thread>();
        next->index = threads_.size();
        next->knows = now_->knows;
        next->work = each;
        if (stacks.size() > next->index) next->stack = std::move(stacks[next->index]->stack);
        next->stack.resize(stack_size);
        getcontext(&next->context);
        next->context.uc_stack = {.ss_sp = next->stack.data(), .ss_flags = 0, .ss_size = next->stack.size()};
        next->context.uc_link = &home_;
        makecontext(&next->context, &explorer::begin, 0);
        threads_.push_back(std::move(next));
    }
    for (std::size_t i = 1; i < threads_.size(); ++i)
        go_on_with(i); // up to its first step
    schedule();
    if (over_) return;
    now_ = threads_.front().get();
    for (std::size_t i = 1; i < threads_.size(); ++i)
        now_->knows.join(threads_[i]->knows, *memory_);
    made.check();
}

void explorer::schedule() {
    while (!over_) {
        std::vector<std::size_t> ready;
        bool all_done = true;
        for (std::size_t i = 1; i < threads_.size(); ++i) {
            const thread& each = *threads_[i];
            all_done = all_done && each.done;
            const auto has_other = [&](std::size_t id) { return memory_->of(id).value != each.waits_for->second; };
            if (!each.done && (!each.waits_for ||
                               std::ranges::any_of(memory_->readable(each.waits_for->first, each.knows), has_other)))
                ready.push_back(i);
        }
        if (all_done) return;
        if (ready.empty()) return fail("every thread waits for another");
        if (was_here()) {
            over_ = true;
            return;
        }
        go_on_with(ready[choose(ready.size())]);
    }
}

/// Whether this state was seen before. On the way to the next choice, which repeats an earlier run, it was, of course.
bool explorer::was_here() {
    if (at_ < path_.size()) return false;
    std::uint64_t key = memory_->fingerprint();
    for (const auto& each : threads_)
        key = mixed(key, each->history);
    return !seen_.insert(key).second;
}

void explorer::begin() {
    explorer& by = current();
    by.now_->work();
    by.now_->done = true;
}

void explorer::go_on_with(std::size_t index) {
    now_ = threads_[index].get();
    swapcontext(&home_, &now_->context);
}

/// Before each operation: it is another thread's turn, or this one's.
void explorer::step() {
    if (now_->index != 0) swapcontext(&now_->context, &home_);
    ++now_->steps;
    now_->knows.before[now_->index] = now_->knows.caused[now_->index] = now_->steps;
    if (steps_.size() > most_steps) throw std::logic_error{"a thread does not come to an end"};
}

std::size_t explorer::add_location(std::uint64_t value, bool plain) {
    if (now_->index != 0) throw std::logic_error{"only the world has atomics"};
    const std::size_t where = memory_->add_location(plain);
    write first{.value = value, .number = ++now_->writes, .released = {}};
    now_->knows.floor.resize(memory_->size());
    now_->knows.floor[where] = memory_->add_write(where, 0, std::move(first));
    return where;
}

/// Whether the order asked for is to be kept; notes that it was asked for.
bool explorer::keeps(std::size_t where, deed what, bool release, bool wanted) {
    if (!wanted) return false;
    const half asked{name_of(where), what, release};
    if (now_->index != 0) result_.halves.insert(asked);
    return weakened_ != asked;
}

std::uint64_t explorer::take_in(std::size_t where, std::size_t id, bool acquire) {
    const write& from = memory_->of(id);
    now_->knows.floor[where] = id;
    for (std::size_t i = 0; i < most_threads; ++i)
        now_->knows.caused[i] = std::max(now_->knows.caused[i], from.caused[i]);
    if (acquire) now_->knows.join(from.released, *memory_);
    now_->history = mixed(now_->history, from.by << 32 | from.number);
    return from.value;
}

void explorer::put_out(std::size_t where, std::size_t after, std::uint64_t value, bool release, const write* read) {
    write next{.value = value,
               .by = now_->index,
               .number = ++now_->writes,
               .step = now_->steps,
               .is_update = read != nullptr,
               .released = {}};
    if (read != nullptr) next.released = read->released; // the release sequence goes on
    next.caused = now_->knows.caused;
    if (!name_of(where).starts_with('~') && memory_->overtaken(where, now_->index, after, now_->knows))
        fail(name_of(where) + " is written while a load that came before may still be under way");
    if (over_) return;
    const std::size_t id = memory_->add_write(where, after, std::move(next));
    now_->knows.floor[where] = id;
    if (release) const_cast<write&>(memory_->of(id)).released.join(now_->knows, *memory_);
    now_->history = mixed(now_->history, now_->writes);
}

std::uint64_t explorer::load(std::size_t where, bool acquire) {
    step();
    const auto from = memory_->readable(where, now_->knows);
    if (memory_->at(where).is_plain && from.size() != 1) fail(name_of(where) + " is read while it is written");
    const std::size_t id = now_->index == 0 ? from.back() : from[choose(from.size())];
    const bool acquired = keeps(where, deed::load, false, acquire);
    if (now_->index != 0 && !acquired) memory_->at(where).reads.emplace_back(now_->index, now_->steps);
    const std::uint64_t value = take_in(where, id, acquired);
    note("reads", where, value);
    return value;
}

void explorer::store(std::size_t where, std::uint64_t value, bool release) {
    step();
    const auto from = memory_->readable(where, now_->knows);
    if (memory_->at(where).is_plain && from.size() != 1) fail(name_of(where) + " is written by two at a time");
    const auto open = memory_->open_ends(where, from);
    const std::size_t after = now_->index == 0 ? open.back() : open[choose(open.size())];
    put_out(where, after, value, keeps(where, deed::store, true, release), nullptr);
    note("writes", where, value);
}

std::uint64_t explorer::update(std::size_t where, bool acquire, bool release, bool acquire_failed,
                               const std::function<std::optional<std::uint64_t>(std::uint64_t)>& change) {
    step();
    const auto from = memory_->readable(where, now_->knows);
    std::vector<std::size_t> possible;
    for (const std::size_t id : from) {
        const bool writes = change(memory_->of(id).value).has_value();
        if (!writes || !memory_->open_ends(where, {id}).empty()) possible.push_back(id);
    }
    const std::size_t id = now_->index == 0 ? possible.back() : possible[choose(possible.size())];
    const auto next = change(memory_->of(id).value);
    const std::uint64_t value =
        take_in(where, id, keeps(where, next ? deed::update : deed::failed, false, next ? acquire : acquire_failed));
    if (next) {
        const write read = memory_->of(id);
        put_out(where, id, *next, keeps(where, deed::update, true, release), &read);
    }
    note(next ? "changes" : "fails to change", where, value);
    return value;
}

void explorer::wait(std::size_t where, std::uint64_t old, bool acquire) {
    now_->waits_for = {where, old};
    step();
    now_->waits_for.reset();
    auto from = memory_->readable(where, now_->knows);
    std::erase_if(from, [&](std::size_t id) { return memory_->of(id).value == old; });
    const std::size_t id = from[choose(from.size())];
    note("waited for", where, take_in(where, id, keeps(where, deed::load, false, acquire)));
}

std::string explorer::name_of(std::size_t where) const {
    return where < names_.size() ? names_[where] : "location " + std::to_string(where);
}

void explorer::note(const std::string& what, std::size_t where, std::uint64_t value) {
    steps_.push_back("  thread " + std::to_string(now_->index) + " " + what + " " + name_of(where) + ": " +
                     std::to_string(value));
}

void explorer::fail(const std::string& why) {
    if (result_.wrong) return;
    std::string text = why + ", after";
    for (const std::string& each : steps_)
        text += "\n" + each;
    result_.wrong = text;
    over_ = true;
}

} // namespace vesta::model
