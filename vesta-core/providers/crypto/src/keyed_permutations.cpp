#include "aes.hpp"
#include "key_file.hpp"

#include <vesta/crypto/ff1.hpp>
#include <vesta/crypto/keyed_permutations.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vesta::crypto {
namespace {

constexpr unsigned fewest_bits = 20;
constexpr unsigned most_bits = 64;
constexpr std::size_t longest_domain = 1024; // a tag of 128 characters, and more

class keyed final : public permutation {
  public:
    keyed(std::shared_ptr<const aes> key, unsigned bits, std::string_view domain)
        : cipher_{std::move(key), {2, bits}, domain}, bits_{bits}, right_bits_{bits - bits / 2},
          right_mask_{cipher_.right_values() - 1} {}

    unsigned bits() const noexcept override { return bits_; }

    bool apply(std::span<std::uint64_t> numbers) const noexcept override {
        return in_parts(numbers, [this](std::span<ff1::halves> part) { return cipher_.encrypt(part); });
    }

    bool invert(std::span<std::uint64_t> numbers) const noexcept override {
        return in_parts(numbers, [this](std::span<ff1::halves> part) { return cipher_.decrypt(part); });
    }

  private:
    template <class Work>
    bool in_parts(std::span<std::uint64_t> numbers, const Work& work) const noexcept {
        // For one number the room of many would cost as much as two of its rounds.
        return numbers.size() == 1 ? in_parts_of<1>(numbers, work) : in_parts_of<64>(numbers, work);
    }

    template <std::size_t room, class Work>
    bool in_parts_of(std::span<std::uint64_t> numbers, const Work& work) const noexcept {
        std::array<ff1::halves, room> buffer;
        while (!numbers.empty()) {
            const auto part = numbers.first(std::min(numbers.size(), buffer.size()));
            std::transform(part.begin(), part.end(), buffer.begin(), [this](std::uint64_t number) {
                return ff1::halves{number >> right_bits_, number & right_mask_};
            });
            if (!work({buffer.data(), part.size()})) return false;
            std::transform(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(part.size()), part.begin(),
                           [this](const ff1::halves& pair) { return pair.left << right_bits_ | pair.right; });
            numbers = numbers.subspan(part.size());
        }
        return true;
    }

    const ff1 cipher_;
    const unsigned bits_;
    const unsigned right_bits_;
    const std::uint64_t right_mask_;
};

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace

keyed_permutations::keyed_permutations(std::shared_ptr<const aes> key, std::string fingerprint)
    : key_{std::move(key)}, fingerprint_{std::move(fingerprint)} {}

result<std::shared_ptr<const keyed_permutations>> keyed_permutations::make(std::span<const std::uint8_t> key) {
    if (key.size() != 16 && key.size() != 24 && key.size() != 32)
        return error{errc::invalid_settings,
                     "the key has " + std::to_string(key.size()) + " bytes; 16, 24 or 32 are possible"};
    auto cipher = std::make_shared<const aes>(key);
    block check{};
    if (!cipher->encrypt({&check, 1})) return error{errc::invalid_settings, "OpenSSL does not offer AES"};
    auto fingerprint = "ff1-" + hexadecimal(std::span{check}.first(8));
    return std::shared_ptr<const keyed_permutations>{new keyed_permutations{std::move(cipher), std::move(fingerprint)}};
}

result<std::shared_ptr<const keyed_permutations>> keyed_permutations::load(const std::filesystem::path& file) {
    auto key = read_key(file);
    if (!key) return std::move(key).error();
    return make(key->bytes());
}

result<std::shared_ptr<const keyed_permutations>> keyed_permutations::parse(std::string_view digits,
                                                                            const std::string& where) {
    auto key = read_key(digits, where);
    if (!key) return std::move(key).error();
    return make(key->bytes());
}

result<std::unique_ptr<const permutation>> keyed_permutations::make(unsigned bits, std::string_view domain) const {
    if (bits < fewest_bits || bits > most_bits)
        return error{errc::invalid_settings,
                     "a keyed permutation of " + std::to_string(bits) + " bits is not possible; 20 to 64 are"};
    if (domain.size() > longest_domain)
        return error{errc::invalid_settings,
                     "the name of a permutation's domain has more than " + std::to_string(longest_domain) + " bytes"};
    return std::make_unique<keyed>(key_, bits, domain);
}

} // namespace vesta::crypto
