#pragma once

#include <vesta/etcd/options.hpp>
#include <vesta/http/json_members.hpp>
#include <vesta/http/tcp_link.hpp>
#include <vesta/machine/reign_watch.hpp>
#include <vesta/time/instant.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace vesta::etcd {

using http::tcp_link;
using http::text_at;
using http::unavailable;

/// What a member answered.
struct answer {
    unsigned status = 0;
    boost::json::object content;
    unix_ms at{}; ///< The end of the second that the member's clock showed.

    bool good() const noexcept { return status == 200; }
    /// Of a refusal: etcd's words.
    std::string_view reason() const;
    std::string cluster() const;
    std::int64_t revision() const;
    store_answer told() const { return {cluster(), revision(), at}; }
};

/// The number at @p key, which the gateway writes as a text and leaves out if it is 0.
std::int64_t number_at(const boost::json::object& in, std::string_view key);

/// One connection to one member.
///
/// Errors: `store_unavailable`; then it is of no more use. `invalid_settings` for a certificate that it refuses.
/// Thread-safety: none.
class gateway {
  public:
    static result<std::unique_ptr<gateway>> open(const endpoint& to, const tls::context* secured_by,
                                                 tcp_link::time_point until);

    /// Posts @p body to /v3/@p what.
    result<answer> ask(std::string_view what, const boost::json::object& body, const std::string& token,
                       tcp_link::time_point until);

    /// Whether it can be asked once more.
    bool is_usable() const noexcept { return usable_ && link_->is_quiet(); }
    const endpoint& to() const noexcept { return to_; }

  private:
    gateway(endpoint to, std::unique_ptr<tcp_link> link) : to_{std::move(to)}, link_{std::move(link)} {}

    const endpoint to_;
    const std::unique_ptr<tcp_link> link_;
    bool usable_ = true;
};

} // namespace vesta::etcd
