#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace vesta::testing {

/// An environment variable set, or unset, for as long as this lives.
class variable {
  public:
    variable(const char* name, const char* value) : name_{name} {
        if (const char* const before = std::getenv(name)) before_ = before;
        put(value);
    }
    variable(const variable&) = delete;
    variable& operator=(const variable&) = delete;
    ~variable() { put(before_ ? before_->c_str() : nullptr); }

    /// Null unsets it.
    void put(const char* value) {
        if (value != nullptr) {
            ::setenv(name_, value, 1);
        } else {
            ::unsetenv(name_);
        }
    }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace vesta::testing
