#pragma once

#include <vesta/base/log.hpp>
#include <vesta/segment/segment_store.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// One of several masters: a store whose rows have another remainder than the same tags' rows in the others.
struct master {
    std::string name; ///< For error texts and the log.
    std::shared_ptr<segment_store> store;
};

/// Several masters as one store: each range is from the next one that answers, so that one live database is enough.
///
/// One that does not answer is left alone until a `list` reaches it again, or no other answers. No range of a tag is
/// handed out that may share a number with another master's: its delta must be 2 or more, and no number may have both
/// remainders. What a range gives its `segment::origin` is the place of its master in the list.
///
/// `list` has one row for each tag, that of the master with the most numbers left; those of a master that does not
/// answer count as they were last. Errors of `reserve`, where no master has a range: `store_unavailable` if none
/// answers; `not_ready` if those that do not might have one; else the error with the best prospect. `create` makes no
/// row: each master's needs a remainder of its own. `raise` raises the limit in every master; after an error it may be
/// raised in some.
class several_masters final : public segment_store {
  public:
    /// @p all are 2 to `most_origins`. @p first is the one, modulo their number, whose turn is first: let it differ
    /// between processes. @p log is told when one stops answering, and when it answers again.
    several_masters(std::vector<master> all, log_sink log, std::uint32_t first);

    std::uint32_t origins() const noexcept override { return static_cast<std::uint32_t>(all_.size()); }
    std::optional<error> trouble() const override;
    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    result<bool> raise(std::string_view tag, std::int64_t limit) override;

  private:
    struct known_row {
        tag_row row;
        std::uint64_t seen_at = 0; // the reading before which it was seen last
    };
    struct place {
        master of;
        std::map<std::string, known_row, std::less<>> rows; // as they were seen last
        std::optional<error> trouble;
    };

    // With the lock held.
    result<void> check_apart(std::string_view tag, std::uint32_t origin, const tag_facts& facts) const;
    tag_facts facts_of(std::string_view tag, std::uint32_t origin) const;
    void learn(place& from, const std::vector<tag_row>& rows, std::uint64_t began);

    result<segment> reserve_from(std::uint32_t origin, const segment_request& request);
    result<segment> admit(std::uint32_t origin, std::string_view tag, segment made);
    std::vector<std::uint32_t> in_turn(bool well) const;
    void note(std::uint32_t origin, const error* trouble);

    std::vector<place> all_;
    const log_sink log_;
    std::atomic<std::uint32_t> turn_;
    mutable std::mutex guard_; // of rows and troubles
    std::uint64_t readings_ = 0;
};

} // namespace vesta
