#pragma once

#include "connection.hpp"

#include <vesta/base/output_buffer.hpp>

#include <vector>

namespace vesta::net {

class worker;

/// The answers that one serving thread makes, until the system or their connections have them.
///
/// Thread-safety: none; for the worker's thread only.
class answers {
  public:
    explicit answers(worker& owner) noexcept : owner_{owner} {}

    /// For the answers of the connection that has its turn.
    output_buffer& buffer() noexcept { return buffer_; }
    /// Sends the answers of @p one's turn, now or at the end of the round.
    void have_sent(connection& one);
    void send_all() noexcept;

  private:
    worker& owner_;
    output_buffer buffer_;
    std::vector<connection::pointer> answering_;
};

} // namespace vesta::net
