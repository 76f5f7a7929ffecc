#pragma once

#include <vesta/base/result.hpp>

#include <coroutine>
#include <functional>
#include <optional>
#include <utility>

namespace vesta::rpc {

/// Something under way that a coroutine of any kind can wait for, once: `const auto made = co_await ids.co_generate();`
/// It begins when it is waited for, and ends by itself at the latest when the call's time-out is over: a coroutine that
/// waits for it must not be destroyed before. Moved, not copied.
template <class T>
class [[nodiscard]] operation {
  public:
    using callback = std::function<void(result<T>)>;
    /// Has the work done and calls back once, from any thread, perhaps before it returns.
    using work = std::function<void(callback)>;
    using executor = std::function<void(std::coroutine_handle<>)>;

    /// One that is over already.
    explicit operation(result<T> over) : over_{std::move(over)} {}
    /// One that does @p todo and then goes on where @p on says; where that is empty, in the thread that calls back.
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
