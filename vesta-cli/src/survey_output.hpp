#pragma once

#include <vesta/survey/adoption.hpp>
#include <vesta/survey/audit.hpp>

#include <chrono>
#include <span>
#include <string>

namespace vesta::cli {

/// How far a long command is, on standard error if that is a terminal.
class progress_line {
  public:
    explicit progress_line(std::string what);
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;
    ~progress_line() { end(); }

    /// Shows @p count at most once a second.
    void show(std::uint64_t count);
    void end();

  private:
    const std::string what_;
    const bool wanted_;
    std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
    bool is_open_ = false;
};

/// What findings refer to.
struct survey_names {
    std::span<const std::string> files;
    const scheme* by; ///< Null: numbers.
    bool gaps;
};

void print_text(const survey::audit_findings& found, const survey_names& named);
void print_json(const survey::audit_findings& found, const survey_names& named);

void print_text(const survey::adopted& found, const survey::fleet& of);
void print_json(const survey::adopted& found, const survey::fleet& of);

} // namespace vesta::cli
