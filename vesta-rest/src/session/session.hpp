#pragma once

#include "session/arriving_request.hpp"
#include "session/browser.hpp"
#include "session/workbench.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/net/session.hpp>
#include <vesta/source/waiting.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace vesta::rest {

/// One connection's side of HTTP, without the connection. Uses the workbench of its thread.
class session final : public net::session {
  public:
    using next = net::next;

    session(workbench& bench, access::visitor client);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() override;

    std::span<char> room() override;
    net::step received(std::size_t count, net::turn& now) override;
    net::step resume(net::turn& now) override;
    net::step end_of_input(net::turn& now) override;
    net::step arrival_timed_out(net::turn& now) override;
    void answers_sent(std::chrono::steady_clock::time_point arrival, bool all) noexcept override;
    bool at_rest() const noexcept override { return !arriving_.has_begun() && !waiting_; }
    std::size_t memory() const noexcept override;

    /// How long the waiting request must wait.
    std::chrono::nanoseconds pause() const noexcept;

  private:
    struct waiting;

    template <class Run>
    net::step have(const net::turn& now, Run run);
    net::step end(net::turn& now, const http::rejection& why);
    next run(output_buffer& out);
    bool begin_request();
    next admit_body(output_buffer& out);
    bool identify();
    next refuse_token(output_buffer& out);
    std::optional<problem> refuse_page_of_browser();
    next serve_request(output_buffer& out);
    next answer_outcome(output_buffer& out, const outcome& made);
    next make_ids(output_buffer& out, const id_order& order);
    next give_up(output_buffer& out, const id_order& order, const problem& why, bool has_some);
    next stop_waiting(output_buffer& out, const id_order& order, problem why, bool has_some);
    next begin_batch(output_buffer& out, const id_order& order);
    next hold(output_buffer& out, std::unique_ptr<waiting> request);
    next advance(output_buffer& out);
    next answer_ids(output_buffer& out, const id_order& order, std::span<const id> ids);
    next answer_problem(output_buffer& out, problem what);
    next refuse(output_buffer& out, const http::rejection& why);
    next give(output_buffer& out, const http::answer_head& head, std::size_t length, std::string_view content);
    next finish(http::status code, std::size_t bytes);

    workbench& bench_;
    access::visitor visitor_;
    std::chrono::nanoseconds penalty_{0}; ///< What the answer to a wrong token still has to wait.
    arriving_request arriving_;
    std::unique_ptr<waiting> waiting_;
    const route* route_ = nullptr;
    std::uint64_t answered_ = 0;
    bool closing_ = false;
    bool is_timed_ = false; ///< Its last turn's requests are in the thread's stopwatch.
};

} // namespace vesta::rest
