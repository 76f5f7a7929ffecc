#pragma once

#include <vesta/base/random_bits.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace vesta {

/// SipHash of texts, with a key: nobody who does not know it can find texts that collide, so a table of names that
/// strangers choose stays fast. Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012); @p Rounds in between
/// and @p LastRounds at the end, 1 and 3 for hash tables.
///
/// vesta-core knows the standard library only, which has no keyed hash; and a call of OpenSSL's costs more than the
/// rest of a look-up. Thread-safety: safe.
template <int Rounds = 1, int LastRounds = 3>
class keyed_hash {
  public:
    constexpr keyed_hash(std::uint64_t low, std::uint64_t high) noexcept : low_{low}, high_{high} {}
    /// With a key from the system.
    static keyed_hash random() { return {random_bits(), random_bits()}; }

    std::uint64_t operator()(std::string_view text) const noexcept {
        state at{low_ ^ 0x736f6d6570736575, high_ ^ 0x646f72616e646f6d, low_ ^ 0x6c7967656e657261,
                 high_ ^ 0x7465646279746573};
        const std::uint64_t size = text.size();
        for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t)))
            at.take(word_of(text, sizeof(std::uint64_t)));
        at.take(size << 56 | word_of(text, text.size()));
        at.c ^= 0xff;
        at.mix(LastRounds);
        return at.a ^ at.b ^ at.c ^ at.d;
    }

  private:
    struct state {
        std::uint64_t a, b, c, d;

        void take(std::uint64_t word) noexcept {
            d ^= word;
            mix(Rounds);
            a ^= word;
        }
        void mix(int rounds) noexcept {
            while (rounds-- > 0) {
                a += b, c += d;
                b = std::rotl(b, 13) ^ a, d = std::rotl(d, 16) ^ c;
                a = std::rotl(a, 32);
                c += b, a += d;
                b = std::rotl(b, 17) ^ c, d = std::rotl(d, 21) ^ a;
                c = std::rotl(c, 32);
            }
        }
    };

    static std::uint64_t word_of(std::string_view text, std::size_t bytes) noexcept {
        static_assert(std::endian::native == std::endian::little);
        std::uint64_t word = 0;
        if (bytes != 0) std::memcpy(&word, text.data(), bytes);
        return word;
    }

    std::uint64_t low_;
    std::uint64_t high_;
};

} // namespace vesta
