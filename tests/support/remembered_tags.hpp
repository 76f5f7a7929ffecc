#pragma once

#include <vesta/segment/tag_memory.hpp>

#include <mutex>

namespace vesta::testing {

/// What a host would remember of processes that a test starts one after the other.
class remembered_tags final : public tag_memory {
  public:
    std::string where() const override { return "segments-test.known"; }
    ends load() override {
        const std::lock_guard guard{guard_};
        return saved_;
    }
    void save(const ends& all, bool) override {
        const std::lock_guard guard{guard_};
        saved_ = all;
    }

  private:
    std::mutex guard_;
    ends saved_;
};

} // namespace vesta::testing
