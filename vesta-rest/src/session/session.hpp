#pragma once

#include "api/dispatch.hpp"
#include "http/buffer.hpp"
#include "session/filling.hpp"
#include "session/workbench.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace vesta::rest {

/// One connection's side of HTTP, without the connection: bytes go in, answers come out, in order. It neither sends nor
/// waits; each call says what is to happen next. For one thread, whose workbench it uses.
class session {
  public:
    enum class next : std::uint8_t {
        receive, ///< Send what there is, then receive into `room()`.
        go_on,   ///< Send what there is, then call `run` again.
        wait,    ///< Send what there is, and call `resume` after `pause()`.
        close,   ///< Send what there is, then close.
    };

    explicit session(workbench& bench) noexcept;
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session();

    /// Where received bytes go, and how many have come. There is always room when `next::receive` was said.
    std::span<char> room();
    void received(std::size_t size) noexcept { input_.received(size); }

    /// Answers what has been received, up to a request that has to wait.
    next run(http::output_buffer& out);
    /// Goes on with the request that waited.
    next resume(http::output_buffer& out);
    std::chrono::nanoseconds pause() const noexcept;

    /// The client will send no more.
    next end_of_input(http::output_buffer& out);
    /// The request under way took too long to arrive.
    next read_timed_out(http::output_buffer& out);

    /// Whether no request has begun to arrive.
    bool at_rest() const noexcept { return !parser_ && !waiting_; }
    /// Requests answered so far.
    std::uint64_t answered() const noexcept { return answered_; }

  private:
    struct waiting;

    bool begin_request();
    void make_room();
    next admit_body(http::output_buffer& out);
    next serve_request(http::output_buffer& out);
    next answer_outcome(http::output_buffer& out, const outcome& made);
    next make_ids(http::output_buffer& out, const id_order& order);
    next wait_for(http::output_buffer& out, const id_order& order, const filling& fill);
    next answer_ids(http::output_buffer& out, const id_order& order, std::span<const id> ids);
    next answer_page(http::output_buffer& out, const id_order& order);
    next answer_problem(http::output_buffer& out, const problem& what);
    next refuse(http::output_buffer& out, const http::refusal& why);
    next give(http::output_buffer& out, const http::answer_head& head, std::size_t length, std::string_view content);
    next finish(http::status code);

    incoming request() const noexcept;
    std::string_view text(const http::request_head::place& of) const noexcept;
    std::string_view path() const noexcept;
    http::persistence persistence() const noexcept;
    bool is_head() const noexcept;

    workbench& bench_;
    http::input_buffer input_;
    std::optional<http::request_parser> parser_;
    std::unique_ptr<waiting> waiting_;
    const route* route_ = nullptr;
    std::uint64_t answered_ = 0;
    bool closing_ = false;
    bool skipped_line_ = false;
};

} // namespace vesta::rest
