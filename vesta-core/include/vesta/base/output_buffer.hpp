#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace vesta {

/// Bytes on their way out, in one piece. What std::string lacks: room can be written to before it counts, and is not
/// zeroed first. Not safe for use from two threads at once.
class output_buffer {
  public:
    output_buffer() = default;
    output_buffer(output_buffer&& other) noexcept { swap(other); }
    output_buffer& operator=(output_buffer&& other) noexcept {
        output_buffer{std::move(other)}.swap(*this);
        return *this;
    }

    /// Room for @p count bytes behind what is there; counts once it is committed. Throws std::bad_alloc.
    char* reserve(std::size_t count) {
        if (capacity_ - size_ < count) grow(count);
        return bytes_.get() + size_;
    }
    /// The first @p count bytes of the room last reserved have been written.
    void commit(std::size_t count) noexcept { size_ += count; }

    void append(std::string_view text) {
        if (text.empty()) return;
        std::memcpy(reserve(text.size()), text.data(), text.size());
        commit(text.size());
    }

    std::string_view view() const noexcept { return {bytes_.get(), size_}; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::size_t capacity() const noexcept { return capacity_; }

    /// Forgets what lies behind the first @p size bytes, of which there are at least as many.
    void truncate(std::size_t size) noexcept { size_ = size; }
    /// Forgets the first @p count bytes, of which there are at least as many.
    void drop_front(std::size_t count) noexcept;
    void clear() noexcept { size_ = 0; }
    /// Forgets everything, and gives the memory back where it is more than @p keep bytes.
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
