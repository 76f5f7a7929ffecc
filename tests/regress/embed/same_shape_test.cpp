#include "open_fixture.hpp"

#include <vesta/source/waiting.hpp>

// Layouts of one shape, beside one whose marks are kept for each way of publishing: after `vesta gen` the server was
// refused. Its own marks were 0, so its IDs counted as made since 1970, and the two layouts' as each other's.
namespace vesta::embed {
namespace {

class layouts_of_one_shape : public open_test {
  protected:
    result<std::unique_ptr<instance>> open_for(std::vector<gen_method> methods, const std::string& only) {
        return open(yaml("default: { kind: vesta }, cosid: { kind: cosid }, snowflake: { kind: snowflake }"),
                    {.methods = std::move(methods), .only = only});
    }

    static void make_one(instance& from, gen_method method, const std::string& generator) {
        id made;
        auto stream = from.published(method).stream({.generator = generator});
        ASSERT_TRUE(stream) << stream.error().message;
        const auto done = generate_all(**stream, {&made, 1}, system_wall_clock());
        EXPECT_TRUE(done) << done.error().message;
    }
};

TEST_F(layouts_of_one_shape, are_served_after_another_was_embedded) {
    auto first = open_for({gen_method::embedded}, "default");
    ASSERT_TRUE(first) << first.error().message;
    make_one(**first, gen_method::embedded, "default");
    ASSERT_TRUE((*first)->close());
    for (int again = 0; again < 2; ++again) {
        auto served = open_for({gen_method::rpc, gen_method::rest}, "");
        ASSERT_TRUE(served) << served.error().message;
        for (const auto* each : {"default", "cosid", "snowflake"})
            make_one(**served, gen_method::rest, each);
        ASSERT_TRUE((*served)->close());
    }
}

} // namespace
} // namespace vesta::embed
