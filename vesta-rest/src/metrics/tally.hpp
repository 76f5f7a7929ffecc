#pragma once

#include "http/status.hpp"

#include <vesta/net/counter.hpp>
#include <vesta/net/latency.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vesta::rest {

/// Why a request was refused before it was served. `net::traffic` counts connections refused or cut off without a
/// request.
enum class refused_request : std::uint8_t {
    requests_in_flight, ///< Over the limit of waiting requests.
    unsent_bytes,       ///< Over the limit of answers not yet taken.
    malformed,          ///< Not HTTP, or over a size limit.
};

inline constexpr std::size_t refused_request_count = 3;

using net::counter;

/// The requests that one serving thread has counted. Only that thread writes; any thread reads.
class tally {
  public:
    struct path_figures {
        std::array<counter, http::statuses.size()> answers; ///< In the order of `http::statuses`.
        net::latency latency;
    };

    tally(std::size_t paths, std::size_t generators) : paths_(paths), ids_(generators) {}

    void answered(std::size_t path, http::status code) noexcept { paths_[path].answers[http::index_of(code)].add(); }
    /// @p requests of one path took @p each.
    void took(std::size_t path, std::uint64_t requests, std::chrono::nanoseconds each) noexcept {
        paths_[path].latency.add(requests, each);
    }
    void made(std::size_t generator, std::uint64_t ids) noexcept { ids_[generator].add(ids); }
    void refused(refused_request why) noexcept { refused_[static_cast<std::size_t>(why)].add(); }

    const std::vector<path_figures>& paths() const noexcept { return paths_; }
    const std::vector<counter>& ids() const noexcept { return ids_; }
    const std::array<counter, refused_request_count>& refusals() const noexcept { return refused_; }

  private:
    std::vector<path_figures> paths_;
    std::vector<counter> ids_;
    std::array<counter, refused_request_count> refused_;
};

} // namespace vesta::rest
