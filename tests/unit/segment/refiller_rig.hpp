#pragma once

#include <gtest/gtest.h>
#include <segment/refiller.hpp>

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace vesta::testing {

/// What was done, in order, and who may go on.
class refills_done {
  public:
    void note(int which) {
        std::unique_lock lock{guard_};
        done_.push_back(which);
        changed_.notify_all();
        changed_.wait(lock, [&] { return !held_up_; });
    }
    void hold_up(bool held_up) {
        const std::lock_guard guard{guard_};
        held_up_ = held_up;
        changed_.notify_all();
    }
    std::vector<int> await(std::size_t count) {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [&] { return done_.size() >= count; });
        return done_;
    }

  private:
    std::mutex guard_;
    std::condition_variable changed_;
    std::vector<int> done_;
    bool held_up_ = false;
};

class noted_job final : public detail::refill_job {
  public:
    noted_job(refills_done& in, int number) : in_{in}, number_{number} {}
    ending perform() noexcept override {
        in_.note(number_);
        const ending answer = answers_.empty() ? ending::done : answers_.back();
        if (!answers_.empty()) answers_.pop_back();
        return answer;
    }
    void answer(std::vector<ending> in_reverse) { answers_ = std::move(in_reverse); }

  private:
    refills_done& in_;
    const int number_;
    std::vector<ending> answers_;
};

class a_refiller : public ::testing::Test {
  protected:
    refills_done done;
    noted_job one{done, 1};
    noted_job two{done, 2};
    noted_job three{done, 3};
    detail::refiller refills{1};
};

} // namespace vesta::testing
