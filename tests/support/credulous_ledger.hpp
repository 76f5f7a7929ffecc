#pragma once

#include <vesta/sharded/range_ledger.hpp>

#include <memory>

namespace vesta::testing {

/// A ledger that believes the queue, whoever claimed before: what the design would be without its fence.
class credulous_ledger final : public range_ledger {
  public:
    explicit credulous_ledger(std::shared_ptr<range_ledger> inner) : inner_{std::move(inner)} {}
    result<void> enter(const shard_range& range) override { return inner_->enter(range); }
    result<bool> claim(const range_part& part) override {
        return inner_->claim(part).transform([](bool) { return true; });
    }
    result<std::vector<range_part>> unclaimed(const shard_key& key) override { return inner_->unclaimed(key); }

  private:
    const std::shared_ptr<range_ledger> inner_;
};

} // namespace vesta::testing
