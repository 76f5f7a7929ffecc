#pragma once

#include <vesta/base/result.hpp>

#include <coroutine>
#include <functional>
#include <optional>
#include <utility>

namespace vesta::rpc {

/// A call that a coroutine of any kind can await, once: `const auto made = co_await ids.co_generate();`. Moved, not
/// copied.
///
/// It begins when it is awaited, and ends by the call's time-out at the latest.
/// Thread-safety: none; one coroutine awaits it.
/// Lifetime: a coroutine that awaits it must not be destroyed before it ends.
template <class T>
class [[nodiscard]] operation {
  public:
    using callback = std::function<void(result<T>)>;
    /// Does the work and calls back once, from any thread, perhaps before it returns.
    using work = std::function<void(callback)>;
    /// Resumes a coroutine where it should run.
    using executor = std::function<void(std::coroutine_handle<>)>;

    /// An operation that has ended.
    explicit operation(result<T> over) : over_{std::move(over)} {}
    /// An operation that does @p todo and resumes by @p on; if that is empty, in the thread that calls back.
    operation(work todo, executor on) : todo_{std::move(todo)}, on_{std::move(on)} {}

    bool await_ready() const noexcept { return over_.has_value(); }

    void await_suspend(std::coroutine_handle<> waiting) {
        // The coroutine may be over, and this object gone, before the work returns.
        const work todo = std::move(todo_);
        todo([this, waiting, on = std::move(on_)](result<T> came) {
            over_.emplace(std::move(came));
            if (on) {
                on(waiting);
            } else {
                waiting.resume();
            }
        });
    }

    result<T> await_resume() { return std::move(*over_); }

  private:
    std::optional<result<T>> over_;
    work todo_;
    executor on_;
};

} // namespace vesta::rpc
