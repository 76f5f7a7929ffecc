#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace vesta {

/// A contiguous buffer for outgoing bytes.
///
/// Unlike std::string it hands out uninitialised room to write to, which counts once it is committed.
///
/// Errors: functions that need memory throw std::bad_alloc and leave the content as it was.
/// Thread-safety: none; use from one thread at a time.
/// Lifetime: views and pointers are valid until the next call that changes the buffer.
class output_buffer {
  public:
    output_buffer() = default;
    output_buffer(output_buffer&& other) noexcept { swap(other); }
    output_buffer& operator=(output_buffer&& other) noexcept {
        output_buffer{std::move(other)}.swap(*this);
        return *this;
    }

    /// Returns room for @p count bytes behind the content. They count once they are committed.
    char* reserve(std::size_t count) {
        if (capacity_ - size_ < count) grow(count);
        return bytes_.get() + size_;
    }
    /// Counts the first @p count bytes of the room last reserved as written. At most as many as were reserved.
    void commit(std::size_t count) noexcept { size_ += count; }

    void append(std::string_view text) {
        if (text.empty()) return;
        std::memcpy(reserve(text.size()), text.data(), text.size());
        commit(text.size());
    }

    std::string_view view() const noexcept { return {bytes_.get(), size_}; }
    std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    std::size_t capacity() const noexcept { return capacity_; }

    /// Drops all but the first @p size bytes. @p size is at most `size()`; it is not checked.
    void truncate(std::size_t size) noexcept { size_ = size; }
    /// Drops the first @p count bytes and moves the rest to the front. @p count is at most `size()`; it is not checked.
    void drop_front(std::size_t count) noexcept;
    /// Drops the content and keeps the memory.
    void clear() noexcept { size_ = 0; }
    /// Drops the content, and frees the memory if it is more than @p keep bytes.
    void clear_and_keep(std::size_t keep) noexcept;

    void swap(output_buffer& other) noexcept {
        bytes_.swap(other.bytes_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

  private:
    struct release {
        void operator()(char* bytes) const noexcept { std::free(bytes); }
    };

    void grow(std::size_t count);

    std::unique_ptr<char, release> bytes_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace vesta
