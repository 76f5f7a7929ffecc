#pragma once

#include <vesta/segment/segment_store.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace vesta::testing {

/// A table of tags in memory, which several generators can share.
///
/// Thread-safety: safe.
class memory_segments final : public segment_store {
  public:
    /// The functions of the store, for faults.
    enum class call { list, reserve, give_back, create };
    /// Called before each call, without a lock held, so it may wait. The caller gets the error it returns, and nothing
    /// is done.
    using fault = std::function<std::optional<error>(call, std::string_view tag)>;

    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    result<bool> raise(std::string_view tag, std::int64_t limit) override;

    /// Makes or replaces a row, as an administrator would.
    void put(tag_row row);
    /// Removes a row, as an administrator would.
    void remove(std::string_view tag);
    /// The row of @p tag; nothing if there is none.
    std::optional<tag_row> find(std::string_view tag) const;
    /// Calls @p before in front of each call from now on.
    void set_fault(fault before);

  private:
    std::optional<error> failure(call which, std::string_view tag);

    mutable std::mutex guard_;
    std::map<std::string, tag_row, std::less<>> rows_;
    fault before_;
};

/// A store that always fails with the given error.
class failing_segments final : public segment_store {
  public:
    explicit failing_segments(error reason) : reason_{std::move(reason)} {}
    result<std::vector<tag_row>> list() override { return reason_; }
    result<segment> reserve(const segment_request&) override { return reason_; }
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return reason_; }
    result<bool> create(std::string_view, std::int64_t) override { return reason_; }

  private:
    const error reason_;
};

} // namespace vesta::testing
