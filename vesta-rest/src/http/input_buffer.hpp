#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace vesta::rest::http {

/// Bytes received but not yet used. A request begins at the front and stays in one piece, wherever the bytes move.
class input_buffer {
  public:
    /// Room at the end for further bytes: at least one byte while fewer than @p most are held, else none.
    std::span<char> room(std::size_t most);
    /// Counts @p size bytes of the room as received.
    void received(std::size_t size) noexcept { end_ += size; }

    std::string_view view() const noexcept { return {data_.get() + begin_, end_ - begin_}; }
    [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }
    /// The bytes that it holds.
    std::size_t capacity() const noexcept { return capacity_; }

    /// Drops @p size bytes from the front.
    void drop(std::size_t size) noexcept;
    /// Drops @p size bytes behind the first @p after.
    void drop_behind(std::size_t after, std::size_t size) noexcept;

  private:
    static constexpr std::size_t first_capacity = 4096; // most pipelines fit; an idle connection holds no more

    std::unique_ptr<char[]> data_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace vesta::rest::http
