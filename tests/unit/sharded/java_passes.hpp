#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vesta::test {

/// The numbers of java.util.Random, whose algorithm its documentation fixes for all time.
class java_random {
  public:
    /// @p state is that of a generator under way, not a seed.
    explicit java_random(std::uint64_t state) : state_{state} {}

    /// From 0 up to @p bound, exclusive.
    std::int32_t next_int(std::int32_t bound) {
        if ((bound & -bound) == bound) return static_cast<std::int32_t>((std::int64_t{bound} * next()) >> 31);
        while (true) {
            const std::int32_t bits = next(), value = bits % bound;
            if (std::int64_t{bits} - value + (bound - 1) <= std::numeric_limits<std::int32_t>::max()) return value;
        }
    }

  private:
    static constexpr std::uint64_t multiplier = 0x5DEECE66D, mask = (std::uint64_t{1} << 48) - 1;

    std::int32_t next() {
        state_ = (state_ * multiplier + 0xB) & mask;
        return static_cast<std::int32_t>(state_ >> 17);
    }

    std::uint64_t state_;
};

/// The gate passes of GatePasses.java, in its order, but for the 489 that it seeks for their hashes: 9,511 passes.
class java_passes {
  public:
    std::vector<std::string> all() {
        for (const std::string_view each :
             {std::string_view{""}, std::string_view{"polygenelubricants"}, std::string_view{"GydZG_"},
              std::string_view{"\0", 1}, std::string_view{"\uFFFF"}, std::string_view{"\U00010000"},
              std::string_view{"\U0010FFFF"}, std::string_view{"\U0001F600"}, std::string_view{"a\u0301"},
              std::string_view{"\u00E1"}})
            add(std::string{each});
        add(std::string(1000, 'x'));
        until(2011, [&] { return "user" + std::to_string(random_.next_int(10'000'000)); });
        until(4011, [&] { return "1" + std::to_string(3'000'000'000 + random_.next_int(2'000'000'000)); });
        until(5511, [&] { return address(); });
        until(7511, [&] { return to_utf8(characters(1 + random_.next_int(20), 0x10FFFF)); });
        until(9511, [&] { return to_utf8(characters(1 + random_.next_int(20), 0xFFFF)); });
        return passes_;
    }

  private:
    void add(std::string pass) {
        if (seen_.insert(pass).second) passes_.push_back(std::move(pass));
    }

    template <class Make>
    void until(std::size_t count, Make make) {
        while (passes_.size() < count)
            add(make());
    }

    std::u32string letters(int count) {
        std::u32string text;
        for (int i = 0; i < count; ++i)
            text.push_back(U'a' + static_cast<char32_t>(random_.next_int(26)));
        return text;
    }

    std::u32string characters(int count, std::int32_t last) {
        std::u32string text;
        while (text.size() < static_cast<std::size_t>(count)) {
            const auto code = static_cast<char32_t>(random_.next_int(last + 1));
            if (code != '\t' && code != '\n' && (code < 0xD800 || code > 0xDFFF)) text.push_back(code);
        }
        return text;
    }

    std::string address() {
        const auto name = letters(1 + random_.next_int(12));
        return to_utf8(name + U'.' + letters(6)) + "@example.org";
    }

    static std::string to_utf8(const std::u32string& text) {
        std::string bytes;
        for (const char32_t code : text) {
            const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
            constexpr std::uint32_t lead[] = {0, 0xC0, 0xE0, 0xF0};
            bytes.push_back(static_cast<char>(lead[more] | (code >> (6 * more))));
            for (int left = more - 1; left >= 0; --left)
                bytes.push_back(static_cast<char>(0x80 | ((code >> (6 * left)) & 0x3F)));
        }
        return bytes;
    }

    java_random random_{
        209122520234729}; // after GatePasses.java has found its passes with extreme hashes, which takes long
    std::vector<std::string> passes_;
    std::unordered_set<std::string> seen_;
};

} // namespace vesta::test
