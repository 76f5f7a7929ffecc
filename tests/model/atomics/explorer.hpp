#pragma once

#include "memory.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <ucontext.h>
#include <unordered_set>
#include <vector>

namespace vesta::model {

/// What an operation does, as far as its order is concerned. An update is a read-modify-write; one that does not write
/// is `failed`.
enum class deed : std::uint8_t { load, store, update, failed };

/// One half of an operation's order that can be taken away: acquire of what reads, release of what writes.
struct half {
    std::string where; ///< the location's name
    deed what = deed::load;
    bool release = false;

    friend auto operator<=>(const half&, const half&) = default;
};

std::string to_string(const half& of);

/// What came of it.
struct outcome {
    std::uint64_t runs = 0;
    std::optional<std::string> wrong; ///< the first violation, and the steps that led to it
    std::set<half> halves;            ///< the orders stronger than relaxed that were used
};

/// Runs a scenario over every order of its steps and every choice that the memory model leaves to reads and writes.
///
/// A scenario makes a world, whose atomics are of `model::atomic`, and threads that use it. Each run is one path; the
/// next one repeats it up to the last choice that has another answer. States that were seen before are not gone into
/// again: a state is what each thread has read so far and the order of all writes, since all else follows from these.
///
/// A location's name that begins with ~ says that its values only steer: that one may be read too late or too early is
/// not reported, since what is given out rests on others.
///
/// Threads may be left where they are for ever: what they own on their stacks is not destroyed. Only one explorer is at
/// work at a time.
class explorer {
  public:
    explorer(std::vector<std::string> names, std::optional<half> weakened);
    explorer(const explorer&) = delete;
    explorer& operator=(const explorer&) = delete;
    ~explorer();

    using body = std::function<void()>;
    /// One run's world: its threads, and what must hold at the end.
    struct world {
        std::vector<body> threads;
        body check;
    };
    /// @p make sets up a world; what it returns lives until the run is over.
    outcome explore(const std::function<world()>& make);

    static explorer& current();

    // Called by atomics.
    std::size_t add_location(std::uint64_t value, bool plain);
    std::uint64_t load(std::size_t where, bool acquire);
    void store(std::size_t where, std::uint64_t value, bool release);
    /// The value that was there; what @p change makes of it is stored, if anything.
    std::uint64_t update(std::size_t where, bool acquire, bool release, bool acquire_failed,
                         const std::function<std::optional<std::uint64_t>(std::uint64_t)>& change);
    /// Comes back once another value than @p old can be read.
    void wait(std::size_t where, std::uint64_t old, bool acquire);
    void fail(const std::string& why);

  private:
    struct thread;

    void run_once(const std::function<world()>& make);
    void schedule();
    bool was_here();
    void go_on_with(std::size_t index);
    void step();
    static void begin();
    std::size_t choose(std::size_t count);
    bool next_path();
    bool keeps(std::size_t where, deed what, bool release, bool wanted);
    std::uint64_t take_in(std::size_t where, std::size_t id, bool acquire);
    void put_out(std::size_t where, std::size_t after, std::uint64_t value, bool release, const write* read);
    void note(const std::string& what, std::size_t where, std::uint64_t value);
    std::string name_of(std::size_t where) const;

    const std::vector<std::string> names_;
    const std::optional<half> weakened_;
    outcome result_;
    std::unordered_set<std::uint64_t> seen_;

    struct choice {
        std::size_t taken;
        std::size_t count;
    };
    std::vector<choice> path_;
    std::size_t at_ = 0;

    // Of one run.
    std::unique_ptr<memory> memory_;
    std::vector<std::unique_ptr<thread>> threads_;
    thread* now_ = nullptr;
    ucontext_t home_{};
    bool over_ = false;
    std::vector<std::string> steps_;
};

/// Says that something is wrong, unless @p holds.
inline void expect(bool holds, const std::string& why) {
    if (!holds) explorer::current().fail(why);
}

} // namespace vesta::model
