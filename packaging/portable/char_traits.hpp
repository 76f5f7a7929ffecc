// Included before all else by the compiler (packaging/portable/build). Poco's Data::LOB is a std::basic_string<unsigned
// char>, for which zig's C++ library has no char_traits since LLVM 19: the standard never promised them. These are
// those of char, as it had them.
#pragma once

#ifdef __cplusplus
#include <compare>
#include <cstddef>
#include <cwchar>
#include <ios>
#include <string>

template <>
struct std::char_traits<unsigned char> {
    using char_type = unsigned char;
    using int_type = unsigned int;
    using off_type = std::streamoff;
    using pos_type = std::streampos;
    using state_type = std::mbstate_t;
#if __cplusplus > 201703L
    using comparison_category = std::strong_ordering;
#endif

    static constexpr void assign(char_type& to, const char_type& from) noexcept { to = from; }
    static constexpr bool eq(char_type a, char_type b) noexcept { return a == b; }
    static constexpr bool lt(char_type a, char_type b) noexcept { return a < b; }
    static constexpr int compare(const char_type* a, const char_type* b, std::size_t count) {
        for (; count != 0; --count, ++a, ++b)
            if (*a != *b) return *a < *b ? -1 : 1;
        return 0;
    }
    static constexpr std::size_t length(const char_type* of) {
        std::size_t count = 0;
        while (of[count] != 0)
            ++count;
        return count;
    }
    static constexpr const char_type* find(const char_type* in, std::size_t count, const char_type& what) {
        for (; count != 0; --count, ++in)
            if (*in == what) return in;
        return nullptr;
    }
    static constexpr char_type* move(char_type* to, const char_type* from, std::size_t count) {
        if (to < from)
            for (std::size_t i = 0; i < count; ++i)
                to[i] = from[i];
        else
            for (std::size_t i = count; i != 0; --i)
                to[i - 1] = from[i - 1];
        return to;
    }
    static constexpr char_type* copy(char_type* to, const char_type* from, std::size_t count) {
        return move(to, from, count);
    }
    static constexpr char_type* assign(char_type* to, std::size_t count, char_type what) {
        for (std::size_t i = 0; i < count; ++i)
            to[i] = what;
        return to;
    }
    static constexpr int_type not_eof(int_type c) noexcept { return c == eof() ? 0 : c; }
    static constexpr char_type to_char_type(int_type c) noexcept { return static_cast<char_type>(c); }
    static constexpr int_type to_int_type(char_type c) noexcept { return c; }
    static constexpr bool eq_int_type(int_type a, int_type b) noexcept { return a == b; }
    static constexpr int_type eof() noexcept { return static_cast<int_type>(-1); }
};
#endif
