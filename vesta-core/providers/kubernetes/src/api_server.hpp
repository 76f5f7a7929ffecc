#pragma once

#include "bearer.hpp"

#include <vesta/http/exchange.hpp>
#include <vesta/time/instant.hpp>

#include <boost/json/object.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace vesta::kubernetes {

/// A call of the API.
struct call {
    std::string method;
    std::string path;            ///< Below the leases of the namespace: empty, /NAME or ?query.
    boost::json::object content; ///< Empty: none.

    bool is_read() const noexcept { return method == "GET"; }
};

/// What the API server answered.
struct reply {
    unsigned status = 0;
    boost::json::object content;
    unix_ms at{}; ///< The end of the second that the server's clock showed.

    bool good() const noexcept { return status == 200 || status == 201; }
};

/// The Lease objects of one namespace, by HTTP.
///
/// Thread-safety: safe.
class api_server {
  public:
    /// Errors: throws `failure` for options that can never work.
    explicit api_server(options to);

    const options& to() const noexcept { return to_; }

    /// Asks; reads are repeated once where the connection failed, writes never. With a token that is refused nothing
    /// was done, so it is read again, and the call repeated once.
    ///
    /// Errors: `store_unavailable`: a write may have been carried out. `invalid_settings` if a right is refused, or
    /// the token, where it is none of a file. What callers expect is returned: 409 of a write, 404 of a patch, 410 of a
    /// read.
    result<reply> ask(const call& what);

    error trouble(const error& why) const;

  private:
    using time_point = http::tcp_link::time_point;

    result<std::unique_ptr<http::tcp_link>> take(time_point until);
    void put_back(std::unique_ptr<http::tcp_link> used);
    result<reply> ask_once(const call& what, const std::string& token, time_point until);
    result<reply> ask_patiently(const call& what, const std::string& token, time_point until);
    error refusal(const reply& of) const;

    const options to_;
    const std::string address_; // host:port
    bearer token_;
    std::mutex guard_;
    std::vector<std::unique_ptr<http::tcp_link>> idle_;
};

} // namespace vesta::kubernetes
