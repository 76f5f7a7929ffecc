#pragma once

#include <vesta/machine/reign.hpp>
#include <vesta/time/boot_clock.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace vesta {

/// What one answer of a store says about it.
struct store_answer {
    std::string holder;        ///< Who answers, as in `reign::holder`.
    std::int64_t revision = 0; ///< Of all its data; rises with every write.
    unix_ms at{};              ///< The store's time of day.
};

/// What this process has learnt of a store whose data counts its writes (etcd, and Kubernetes, which stands on it), so
/// that it notices when the data went back.
///
/// Thread-safety: safe.
class reign_watch {
  public:
    struct knowledge {
        reign during{};
        std::int64_t revision = 0;
        bool is_over = false; ///< A key told that the data went back since the reign began.
        unix_ms at{};
        boot_clock::time_point heard{};

        /// Whether @p now is of older data, or of another store's.
        bool is_newer_than(const store_answer& now) const;
        /// Whether @p now, with the reign @p found, is of older data than what is known.
        bool has_ended(const store_answer& now, const reign& found) const;
    };

    knowledge known() const;
    void hear(const store_answer& from);
    /// As `hear`, from a reading of the reign, which counts even if it is older.
    void remember(const store_answer& from, const reign& now);
    /// Notes that @p key had this revision.
    void note(const std::string& key, std::int64_t revision);
    /// Whether @p key, read with @p its revision when that of all was @p revision, had a later one before. Then the
    /// reign is over.
    bool went_back(const std::string& key, std::int64_t its, std::int64_t revision);
    /// The store's time now, by the last answer and the boot clock; nothing before the first.
    std::optional<unix_ms> told_now() const;

  private:
    mutable std::mutex guard_;
    knowledge known_;
    std::map<std::string, std::int64_t> highest_; // of the keys that were noted in this reign
};

} // namespace vesta
