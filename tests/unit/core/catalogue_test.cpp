#include <vesta/catalogue/catalogue.hpp>

#include <gmock/gmock.h>

namespace vesta {
namespace {

using ::testing::HasSubstr;

/// A generator that has no streams.
class bare final : public named_generator {
  public:
    using named_generator::named_generator;
    result<id_source*> stream(const stream_query&) override { return unsuited("has no streams"); }
    generator_status status() const override { return {.name = name(), .kind = kind()}; }
};

class a_catalogue : public ::testing::Test {
  protected:
    a_catalogue() {
        for (const auto& [name, kind] : {std::pair{"a", "vesta"}, {"default", "segment"}, {"b", "segment"}})
            all.add(std::make_shared<bare>(name, kind));
    }

    catalogue all;
};

TEST_F(a_catalogue, finds_a_generator_by_its_name_and_the_default_by_none) {
    EXPECT_EQ(all.find("b").value()->name(), "b");
    EXPECT_EQ(all.find("").value(), all.find("default").value());
    EXPECT_EQ(all.index_of(*all.find("b")), 2U);
}

TEST_F(a_catalogue, lists_the_names_there_are_to_who_asks_for_another) {
    const auto refused = all.find("c");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_found);
    EXPECT_EQ(refused.error().message, "there is no generator 'c'; there are a, default, b");
    EXPECT_EQ(catalogue{}.find("c").error().message, "there is no generator 'c'; there are none");
}

TEST_F(a_catalogue, knows_the_first_of_a_kind) {
    EXPECT_EQ(all.first_of("segment"), all.find("default").value());
    EXPECT_EQ(all.first_of("sharded"), nullptr);
}

TEST_F(a_catalogue, refuses_what_a_kind_cannot_do) {
    named_generator& of = *all.find("b").value();
    EXPECT_THAT(of.explains().error().message, HasSubstr("generator b is of kind segment, whose numbers hold no time"));
    EXPECT_EQ(of.explain({1}).error().message, of.explains().error().message);
    EXPECT_EQ(of.sharded().error().message, "generator b is of kind segment, not sharded");
    EXPECT_EQ(all.stream({.generator = "b"}).error().message, "generator b is of kind segment, which has no streams");
}

TEST_F(a_catalogue, tells_the_status_of_all_in_their_order) {
    std::vector<std::string> names;
    for (const auto& each : all.status())
        names.push_back(each.name);
    EXPECT_THAT(names, ::testing::ElementsAre("a", "default", "b"));
}

} // namespace
} // namespace vesta
