#pragma once

#include <vesta/sharded/permutation.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vesta::testing {

/// The permutations that change nothing.
class identity_permutations final : public permutation_family {
  public:
    result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view) const override {
        return std::make_unique<identity>(bits);
    }
    std::string fingerprint() const override { return "none"; }

  private:
    class identity final : public permutation {
      public:
        explicit identity(unsigned bits) : bits_{bits} {}
        unsigned bits() const noexcept override { return bits_; }
        bool apply(std::span<std::uint64_t>) const noexcept override { return true; }
        bool invert(std::span<std::uint64_t>) const noexcept override { return true; }

      private:
        const unsigned bits_;
    };
};

} // namespace vesta::testing
