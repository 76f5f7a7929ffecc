#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace vesta::rest::http {

/// Bytes to be sent. Grows as needed and keeps its memory; appending costs a comparison and a copy.
class output_buffer {
  public:
    void append(std::string_view text) { std::copy(text.begin(), text.end(), extend(text.size())); }

    /// Room for @p size more bytes, which count as written. Valid until the next call.
    char* extend(std::size_t size) {
        if (size_ + size > capacity_) grow(size_ + size);
        char* const room = data_.get() + size_;
        size_ += size;
        return room;
    }

    /// Takes back the last @p size bytes.
    void shrink(std::size_t size) noexcept { size_ -= size; }

    void clear() noexcept { size_ = 0; }
    /// Empties it, and gives the memory back where it is more than @p keep.
    void clear(std::size_t keep) noexcept;

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::string_view view() const noexcept { return {data_.get(), size_}; }

  private:
    void grow(std::size_t needed);

    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Bytes received and not yet used. What is used leaves from the front; a request begins at the front and stays in one
/// piece, wherever the bytes move.
class input_buffer {
  public:
    /// Room at the end for what comes next: at least one byte while fewer than @p most are held, else none.
    std::span<char> room(std::size_t most);
    /// Counts @p size bytes of the room as received.
    void received(std::size_t size) noexcept { end_ += size; }

    std::string_view view() const noexcept { return {data_.get() + begin_, end_ - begin_}; }
    bool empty() const noexcept { return begin_ == end_; }

    /// Drops @p size bytes from the front.
    void drop(std::size_t size) noexcept;
    /// Drops @p size bytes behind the first @p after.
    void drop_behind(std::size_t after, std::size_t size) noexcept;

  private:
    static constexpr std::size_t first_capacity = 4096; // most pipelines fit; a connection at rest holds no more

    std::unique_ptr<char[]> data_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace vesta::rest::http
