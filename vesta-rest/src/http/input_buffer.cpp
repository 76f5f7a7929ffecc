#include "input_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace vesta::rest::http {

std::span<char> input_buffer::room(std::size_t most) {
    const std::size_t held = end_ - begin_;
    if (held == 0 && capacity_ > first_capacity) { // a large request has ended
        data_.reset();
        capacity_ = 0;
    }
    if (held == 0) begin_ = end_ = 0;
    if (end_ < capacity_) return {data_.get() + end_, capacity_ - end_};
    if (held >= most) return {};

    if (held < capacity_) {
        std::memmove(data_.get(), data_.get() + begin_, held);
    } else {
        const std::size_t wanted = std::clamp(2 * capacity_, first_capacity, std::max(most, first_capacity));
        auto larger = std::make_unique_for_overwrite<char[]>(wanted);
        if (held != 0) std::memcpy(larger.get(), data_.get(), held);
        data_ = std::move(larger);
        capacity_ = wanted;
    }
    begin_ = 0;
    end_ = held;
    return {data_.get() + end_, capacity_ - end_};
}

void input_buffer::drop(std::size_t size) noexcept {
    begin_ += size;
    if (begin_ == end_) begin_ = end_ = 0;
}

void input_buffer::drop_behind(std::size_t after, std::size_t size) noexcept {
    char* const from = data_.get() + begin_ + after;
    const std::size_t rest = end_ - begin_ - after - size;
    std::memmove(from, from + size, rest);
    end_ -= size;
}

} // namespace vesta::rest::http
