#include <vesta/sharded/permutation.hpp>

namespace vesta {
namespace {

class identity final : public permutation {
  public:
    explicit identity(unsigned bits) : bits_{bits} {}
    unsigned bits() const noexcept override { return bits_; }
    bool apply(std::span<std::uint64_t>) const noexcept override { return true; }
    bool invert(std::span<std::uint64_t>) const noexcept override { return true; }

  private:
    const unsigned bits_;
};

} // namespace

result<std::unique_ptr<const permutation>> identity_permutations::make(unsigned bits, std::string_view) const {
    if (bits < 1 || bits > 64)
        return error{errc::invalid_settings,
                     "a permutation of " + std::to_string(bits) + " bits is not possible; 1 to 64 are"};
    return std::make_unique<identity>(bits);
}

} // namespace vesta
