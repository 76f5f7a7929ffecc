#include "crowd.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <ucontext.h>

namespace vesta::testing {
namespace {

constexpr std::size_t stack_size = 256 * 1024;

struct act {
    const std::function<void()>* what;
    std::unique_ptr<std::byte[]> stack = std::make_unique_for_overwrite<std::byte[]>(stack_size);
    ucontext_t at{};
    bool over = false;
};

ucontext_t director;
act* present = nullptr;

void perform() {
    (*present->what)();
    present->over = true; // and back to the director, by uc_link
}

void prepare(act& one) {
    getcontext(&one.at);
    one.at.uc_stack.ss_sp = one.stack.get();
    one.at.uc_stack.ss_size = stack_size;
    one.at.uc_link = &director;
    makecontext(&one.at, perform, 0);
}

} // namespace

void crowd::run(const std::vector<std::function<void()>>& acts, const std::function<void()>& between) {
    std::deque<std::unique_ptr<act>> line;
    for (const auto& each : acts) {
        line.push_back(std::make_unique<act>(&each));
        prepare(*line.back());
    }
    while (!line.empty()) {
        auto next = std::move(line.front());
        line.pop_front();
        present = next.get();
        swapcontext(&director, &next->at);
        present = nullptr;
        if (!next->over) line.push_back(std::move(next));
        between();
    }
}

void crowd::step_aside() {
    if (present != nullptr) swapcontext(&present->at, &director);
}

} // namespace vesta::testing
