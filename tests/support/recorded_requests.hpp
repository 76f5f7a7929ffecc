#pragma once

#include <vesta/net/request_log.hpp>

#include <string>
#include <vector>

namespace vesta::testing {

/// A log of requests that keeps them: one line each, of what does not depend on the time.
class recorded_requests final : public net::request_log {
  public:
    explicit recorded_requests(bool all, std::chrono::nanoseconds slow = {}) {
        want_all(all);
        want_slow(slow);
    }

    void answered(const net::answered_request& what) noexcept override { note("", what); }
    void slow(const net::answered_request& what) noexcept override { note("slow ", what); }
    void failed(const net::answered_request& what) noexcept override { note("failed ", what); }

    std::vector<std::string> lines;
    std::vector<std::uint64_t> bytes;

  private:
    void note(const char* how, const net::answered_request& of) {
        std::string line = how;
        for (const std::string_view each :
             {of.protocol, of.address, of.principal, of.what, of.result, of.generator, of.trace})
            if (!each.empty()) line.append(line.empty() || line.ends_with(' ') ? "" : " ").append(each);
        lines.push_back(line + " x" + std::to_string(of.times));
        bytes.push_back(of.bytes);
    }
};

} // namespace vesta::testing
