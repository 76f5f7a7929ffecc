#pragma once

#include "interpreter.hpp"

#include <vesta/net/session.hpp>

namespace vesta::rpc::detail {

/// One connection: an interpreter, and the input that it has not consumed.
///
/// It reads into its thread's buffer, so that an idle connection holds none; it keeps only a partial command, or
/// commands behind one that waits. The interpreter is apart, so that it is tested without buffers, and this alone knows
/// of turns.
class session final : public net::session {
  public:
    /// @p of, @p counted and @p input outlive it; @p input has room for more than the largest command.
    session(const service& of, counters& counted, std::span<char> input, const net::client& with);

    std::span<char> room() override;
    net::step received(std::size_t count, net::turn& now) override;
    net::step resume(net::turn& now) override;
    net::step end_of_input(net::turn& now) override;
    net::step arrival_timed_out(net::turn& now) override;
    void answers_sent(std::chrono::steady_clock::time_point arrival, bool all) noexcept override;
    bool at_rest() const noexcept override { return kept_.empty() && !waits_ && !interpreter_.is_running(); }
    std::size_t memory() const noexcept override { return kept_.capacity() + interpreter_.memory(); }

  private:
    net::step told(const interpreter::step& done) noexcept;

    counters& counted_;
    const std::span<char> input_;
    interpreter interpreter_;
    output_buffer kept_;         // input that has not been consumed
    std::uint64_t answered_ = 0; // commands of whose answers nothing is sent
    bool waits_ = false;
};

} // namespace vesta::rpc::detail
