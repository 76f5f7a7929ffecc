#include "aes_instructions.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <bit>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vesta::crypto {

key_schedule::~key_schedule() {
    OPENSSL_cleanse(keys_.data(), sizeof keys_);
}

#ifdef __x86_64__

namespace {

constexpr unsigned ff1_rounds = 10;
/// How many numbers are worked on in turns: an instruction takes its time, and another can begin meanwhile.
constexpr std::size_t interleaved = 8;

using word = std::uint32_t;

/// SubWord of FIPS 197, 5.2.
[[gnu::target("aes,sse4.1")]] word substituted(word of) noexcept {
    const __m128i assisted = _mm_aeskeygenassist_si128(_mm_set1_epi32(static_cast<int>(of)), 0);
    return static_cast<word>(_mm_cvtsi128_si32(assisted));
}

/// The words of the round keys, the lowest byte first; RotWord rotates towards it.
void expand(std::span<word> words, std::size_t key_words) noexcept {
    word constant = 1;
    for (std::size_t i = key_words; i < words.size(); ++i) {
        word next = words[i - 1];
        if (i % key_words == 0) {
            next = substituted(std::rotr(next, 8)) ^ constant;
            constant = constant << 1 ^ (constant >> 7) * 0x11bU;
        } else if (key_words > 6 && i % key_words == 4) {
            next = substituted(next);
        }
        words[i] = words[i - key_words] ^ next;
    }
}

/// Numbers stay in the registers of AES from round to round: a way to others and back would cost a fifth of a round.
template <bool forward, std::size_t lanes>
[[gnu::target("aes,sse4.1")]] void run_some(const binary_rounds& with, ff1::halves* numbers) noexcept {
    const auto* const keys = reinterpret_cast<const __m128i*>(with.by->keys());
    const unsigned last = with.by->rounds();
    const __m128i begin = _mm_xor_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(with.mac.data())), keys[0]);
    // A number's bytes, the lowest first, to the end of a block, the highest first; and those of a MAC back.
    const __m128i to_text = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i of_8 = _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7);
    const __m128i of_12 = _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 4, 5, 6, 7, 8, 9, 10, 11);
    const __m128i from_mac = with.mac_bytes > 8 ? of_12 : of_8;
    __m128i left[lanes];
    __m128i right[lanes];
    for (std::size_t k = 0; k < lanes; ++k) {
        left[k] = _mm_cvtsi64_si128(static_cast<long long>(numbers[k].left));
        right[k] = _mm_cvtsi64_si128(static_cast<long long>(numbers[k].right));
    }
    for (unsigned i = 0; i < ff1_rounds; ++i) {
        const std::uint64_t round = forward ? i : ff1_rounds - 1 - i;
        const std::uint64_t above = round << 8 * with.number_bytes;
        const __m128i number = _mm_cvtsi64_si128(static_cast<long long>(above));
        const __m128i first = _mm_xor_si128(begin, _mm_shuffle_epi8(number, to_text));
        const __m128i mask = _mm_cvtsi64_si128(static_cast<long long>(round % 2 == 0 ? with.left : with.right));
        __m128i state[lanes];
        for (std::size_t k = 0; k < lanes; ++k)
            state[k] = _mm_xor_si128(first, _mm_shuffle_epi8(forward ? right[k] : left[k], to_text));
        for (unsigned step = 1; step < last; ++step)
            for (std::size_t k = 0; k < lanes; ++k)
                state[k] = _mm_aesenc_si128(state[k], keys[step]);
        for (std::size_t k = 0; k < lanes; ++k) {
            const __m128i y = _mm_shuffle_epi8(_mm_aesenclast_si128(state[k], keys[last]), from_mac);
            if constexpr (forward) {
                const __m128i sum = _mm_and_si128(_mm_add_epi64(left[k], y), mask);
                left[k] = right[k];
                right[k] = sum;
            } else {
                const __m128i difference = _mm_and_si128(_mm_sub_epi64(right[k], y), mask);
                right[k] = left[k];
                left[k] = difference;
            }
        }
    }
    for (std::size_t k = 0; k < lanes; ++k)
        numbers[k] = {static_cast<std::uint64_t>(_mm_cvtsi128_si64(left[k])),
                      static_cast<std::uint64_t>(_mm_cvtsi128_si64(right[k]))};
}

} // namespace

std::unique_ptr<const key_schedule> key_schedule::make(std::span<const std::uint8_t> key) {
    if (!__builtin_cpu_supports("aes") || !__builtin_cpu_supports("sse4.1")) return nullptr;
    std::unique_ptr<key_schedule> made{new key_schedule};
    made->rounds_ = static_cast<unsigned>(key.size() / 4 + 6);
    std::array<word, (most_rounds + 1) * block_size / sizeof(word)> words{};
    std::memcpy(words.data(), key.data(), key.size());
    expand(std::span{words}.first((made->rounds_ + 1) * block_size / sizeof(word)), key.size() / sizeof(word));
    std::memcpy(made->keys_.data(), words.data(), sizeof words);
    OPENSSL_cleanse(words.data(), sizeof words);
    return made;
}

template <bool forward>
void run_rounds(const binary_rounds& with, std::span<ff1::halves> numbers) noexcept {
    for (; numbers.size() >= interleaved; numbers = numbers.subspan(interleaved))
        run_some<forward, interleaved>(with, numbers.data());
    if (numbers.empty()) return;
    if (numbers.size() == 1) return run_some<forward, 1>(with, numbers.data());
    std::array<ff1::halves, interleaved> filled{};
    std::ranges::copy(numbers, filled.begin());
    run_some<forward, interleaved>(with, filled.data());
    std::copy_n(filled.begin(), numbers.size(), numbers.begin());
}

#else

std::unique_ptr<const key_schedule> key_schedule::make(std::span<const std::uint8_t>) {
    return nullptr;
}

template <bool forward>
void run_rounds(const binary_rounds&, std::span<ff1::halves>) noexcept {}

#endif

template void run_rounds<true>(const binary_rounds&, std::span<ff1::halves>) noexcept;
template void run_rounds<false>(const binary_rounds&, std::span<ff1::halves>) noexcept;

} // namespace vesta::crypto
