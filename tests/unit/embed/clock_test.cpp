#include "open_fixture.hpp"

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr days ten_years{3652};

class a_clock_set_far_ahead : public open_test {
  protected:
    open_options told() {
        return {.log = [this](std::string_view line) {
            if (line.starts_with("the wall clock")) log_.emplace_back(line);
        }};
    }

    static generator_status status(service& of) { return of.opened().published(gen_method::embedded).status().front(); }

    std::vector<std::string> log_;
};

// U8: under a clock ten years ahead, and back, a server had IDs again in 315359991 s, and logged nothing.
TEST_F(a_clock_set_far_ahead, is_not_believed_and_said_and_ids_go_on) {
    auto ids = serve(yaml("default: { kind: vesta }"), told()).value();
    ASSERT_TRUE(ids.generate());
    clock_.jump(ten_years);
    ASSERT_TRUE(ids.generate());
    EXPECT_THAT(status(ids).clock_doubt, HasSubstr("the wall clock is 3652d ahead of"));
    EXPECT_TRUE(status(ids).ready) << "IDs are made";
    EXPECT_LT(*status(ids).reserved_until, start + 10s);
    clock_.jump(-ten_years);
    const id after = ids.generate().value();
    EXPECT_LT(ids.get("").value().explain(after).value().at, start + 10s);
    EXPECT_LT(clock_.now(), start + 10s) << "nobody waited";
    EXPECT_THAT(status(ids).clock_doubt, IsEmpty());
    EXPECT_THAT(log_, ElementsAre(HasSubstr("not believed"), HasSubstr("believed again")));
}

TEST_F(a_clock_set_far_ahead, is_followed_where_the_settings_say_so) {
    for (const char* value : {"0", "off", "4000d"}) {
        const std::string more = std::string{"clock: { max-forward: "} + value + " }";
        auto ids = serve(yaml("default: { kind: vesta, gen-method: 1 }", "property: { id: 1 }", more), told()).value();
        clock_.jump(ten_years);
        EXPECT_THAT(status(ids).clock_doubt, IsEmpty()) << value;
    }
    EXPECT_THAT(log_, IsEmpty());
}

} // namespace
} // namespace vesta::embed
