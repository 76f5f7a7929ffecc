#include <vesta/base/output_buffer.hpp>

#include <algorithm>
#include <new>

namespace vesta {

void output_buffer::grow(std::size_t count) {
    constexpr std::size_t smallest = 256;
    const std::size_t wanted = std::max({smallest, size_ + count, capacity_ * 2});
    void* const moved = std::realloc(bytes_.get(), wanted);
    if (moved == nullptr) throw std::bad_alloc{};
    static_cast<void>(bytes_.release()); // realloc has freed or kept it
    bytes_.reset(static_cast<char*>(moved));
    capacity_ = wanted;
}

void output_buffer::drop_front(std::size_t count) noexcept {
    if (count == 0) return;
    std::memmove(bytes_.get(), bytes_.get() + count, size_ - count);
    size_ -= count;
}

void output_buffer::clear_and_keep(std::size_t keep) noexcept {
    size_ = 0;
    if (capacity_ <= keep) return;
    bytes_.reset();
    capacity_ = 0;
}

} // namespace vesta
