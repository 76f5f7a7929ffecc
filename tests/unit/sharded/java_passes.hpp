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
    explicit java_random(std::uint64_t seed) : state_{(seed ^ multiplier) & mask} {}

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

/// The 10,000 gate passes of GatePasses.java, in its order: the same calls to the same random numbers.
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
        using limit = std::numeric_limits<std::int32_t>;
        until(300, [&] { return with_hash(limit::min()); });
        until(400, [&] { return with_hash(limit::min() + 1); });
        until(500, [&] { return with_hash(limit::max()); });
        until(2500, [&] { return "user" + std::to_string(random_.next_int(10'000'000)); });
        until(4500, [&] { return "1" + std::to_string(3'000'000'000 + random_.next_int(2'000'000'000)); });
        until(6000, [&] { return address(); });
        until(8000, [&] { return to_utf8(characters(1 + random_.next_int(20), 0x10FFFF)); });
        until(10'000, [&] { return to_utf8(characters(1 + random_.next_int(20), 0xFFFF)); });
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

    /// Three characters after a random beginning are chosen so that the hash is what is wanted.
    std::string with_hash(std::int32_t wanted) {
        while (true) {
            auto beginning = characters(1 + random_.next_int(3), 0x10FFFF);
            beginning += letters(4);
            const std::uint32_t missing = static_cast<std::uint32_t>(wanted) - hash(beginning) * 31 * 31 * 31;
            const std::uint32_t first = std::min(missing / 961, 0xD7FFU);
            const std::uint32_t second = std::min((missing - first * 961) / 31, 0xD7FFU);
            const std::uint32_t third = missing - first * 961 - second * 31;
            if (first < ' ' || second < ' ' || third < ' ' || third > 0xD7FF) continue;
            return to_utf8(beginning + char32_t{first} + char32_t{second} + char32_t{third});
        }
    }

    /// Java's String.hashCode, over code units of UTF-16. Written apart from the code under test.
    static std::uint32_t hash(const std::u32string& text) {
        std::uint32_t sum = 0;
        for (const char32_t code : text) {
            if (code > 0xFFFF) sum = sum * 31 + 0xD800 + ((code - 0x10000) >> 10);
            sum = sum * 31 + (code > 0xFFFF ? 0xDC00 + ((code - 0x10000) & 0x3FF) : code);
        }
        return sum;
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

    java_random random_{20240229};
    std::vector<std::string> passes_;
    std::unordered_set<std::string> seen_;
};

} // namespace vesta::test
