#pragma once

#include "settings_fixture.hpp"
#include "support/temp_folder.hpp"

#include <vesta/embed/vesta.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <vector>

namespace vesta::embed {

/// What @p from answers once its store has: on a busy machine that takes longer than callers are patient.
template <class... Out>
auto answer_of(generator from, Out... out) {
    auto made = from.generate(out...);
    while (!made && made.error().code == errc::not_ready)
        made = from.generate(out...);
    return made;
}

/// Tests that open settings, in a state folder of their own and on a clock that they turn by hand.
class open_test : public settings_test {
  protected:
    static constexpr unix_ms start{std::chrono::milliseconds{1767225600000}}; // 2026-01-01T00:00:00Z

    std::string yaml(const std::string& generators, const std::string& machine = "property: { id: 1 }",
                     const std::string& more = "") const {
        return "machine-id: { takeover-margin: 0, " + machine + " }\ngenerators: { " + generators +
               " }\nstate: { dir: " + (folder_ / "var").string() + " }\n" + more;
    }

    result<std::unique_ptr<instance>> open(const std::string& text, open_options options = {}) {
        options.clock = &clock_;
        return instance::open(read(text), options);
    }

    result<service> serve(const std::string& text, open_options options = {}) {
        options.clock = &clock_;
        return service::open_text(text, options);
    }

    /// The code of the refusal, and that its message holds @p words.
    template <class T>
    static void expect_refused(const result<T>& opened, errc code, const std::string& words) {
        ASSERT_FALSE(opened);
        EXPECT_EQ(name(opened.error().code), name(code)) << opened.error().message;
        EXPECT_THAT(opened.error().message, ::testing::HasSubstr(words));
    }

    bool has_state(const std::string& file) const { return std::filesystem::exists(folder_.path() / "var" / file); }

    testing::temp_folder folder_;
    testing::manual_clock clock_{start};
};

} // namespace vesta::embed
