#include <vesta/id/check_digits.hpp>

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>
#include <utility>

namespace vesta {
namespace {

struct check_vector {
    const char* source;
    check_method by;
    const char* text;
    const char* check;
};

void PrintTo(const check_vector& of, std::ostream* to) {
    *to << of.source << ": " << of.text;
}

class published_check_digits : public ::testing::TestWithParam<check_vector> {};

TEST_P(published_check_digits, are_computed) {
    const auto& [source, by, text, check] = GetParam();
    EXPECT_EQ(check_digits(text, by), check);
    EXPECT_EQ(check_length(by), std::string{check}.size());
}

INSTANTIATE_TEST_SUITE_P(
    vectors, published_check_digits,
    ::testing::Values(
        check_vector{"ISO/IEC 7812-1, an account number", check_method::luhn, "7992739871", "3"},
        check_vector{"the same, of cards", check_method::luhn, "4992 7398 71", "6"},
        check_vector{"an IMEI", check_method::luhn, "49015420323751", "8"},
        check_vector{"Verhoeff's scheme", check_method::verhoeff, "236", "3"},
        check_vector{"Verhoeff's scheme", check_method::verhoeff, "12345", "1"},
        check_vector{"Verhoeff's scheme", check_method::verhoeff, "142857", "0"},
        check_vector{"Verhoeff's scheme, with all powers", check_method::verhoeff, "8473643095483728456789", "2"},
        check_vector{"ISO/IEC 7064", check_method::mod_11_2, "0794", "0"},
        check_vector{"ISO/IEC 7064", check_method::mod_11_2, "079", "X"},
        check_vector{"an ORCID iD", check_method::mod_11_2, "0000-0002-1825-009", "7"},
        check_vector{"an ORCID iD", check_method::mod_11_2, "0000-0002-1694-233", "X"},
        check_vector{"ISO/IEC 7064", check_method::mod_11_10, "0794", "5"},
        check_vector{"a German tax number", check_method::mod_11_10, "8609574271", "9"},
        check_vector{"a Croatian one", check_method::mod_11_10, "3339200596", "1"},
        check_vector{"ISO/IEC 7064", check_method::mod_97_10, "0794", "44"},
        check_vector{"ISO 11649, RF18 5390 0754 7034", check_method::mod_97_10, "539007547034 2715", "18"},
        check_vector{"a check below 10", check_method::mod_97_10, "30", "08"},
        check_vector{"an ISBT 128 number", check_method::mod_37_2, "G123489654321", "Y"},
        check_vector{"the same in lower case", check_method::mod_37_2, "g1234-89-654321", "Y"},
        check_vector{"a Global Release Identifier", check_method::mod_37_36, "A1-2425G-ABC1234002", "M"},
        check_vector{"no method", check_method::none, "0794", ""}));

class every_check_method : public ::testing::TestWithParam<check_method> {};

TEST_P(every_check_method, tells_of_any_one_wrong_digit) {
    const std::string right = "20261123000042";
    const std::string check = check_digits(right, GetParam());
    for (std::size_t i = 0; i < right.size(); ++i) {
        for (char other = '0'; other <= '9'; ++other) {
            std::string wrong = right;
            wrong[i] = other;
            if (other != right[i]) {
                EXPECT_NE(check_digits(wrong, GetParam()), check) << wrong;
            }
        }
    }
}

/// Of hybrid systems ISO/IEC 7064 promises nearly all swaps.
class check_method_for_swaps : public ::testing::TestWithParam<check_method> {};

TEST_P(check_method_for_swaps, tells_of_neighbours_that_were_swapped) {
    for (char a = '0'; a <= '9'; ++a) {
        for (char b = '0'; b < a; ++b) {
            if (GetParam() == check_method::luhn && a == '9' && b == '0') continue; // its known weakness
            const std::string right = std::string{"2026"} + a + b + "42";
            const std::string wrong = std::string{"2026"} + b + a + "42";
            EXPECT_NE(check_digits(wrong, GetParam()), check_digits(right, GetParam())) << wrong;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(methods, every_check_method,
                         ::testing::Values(check_method::luhn, check_method::verhoeff, check_method::mod_11_2,
                                           check_method::mod_11_10, check_method::mod_97_10, check_method::mod_37_2,
                                           check_method::mod_37_36));

INSTANTIATE_TEST_SUITE_P(methods, check_method_for_swaps,
                         ::testing::Values(check_method::luhn, check_method::verhoeff, check_method::mod_11_2,
                                           check_method::mod_97_10, check_method::mod_37_2));

} // namespace
} // namespace vesta
