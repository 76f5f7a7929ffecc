// CosId's tables, and uid-generator's, in settings.
#include "settings_fixture.hpp"

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

class settings_of_others : public settings_test {
  protected:
    static std::string with(const std::string& generators) {
        return "stores: { l: { kind: sqlite, file: f } }\ngenerators: { " + generators + " }";
    }
    static std::string lent(const std::string& database) {
        return with("a: ") + "\nmachine-id: { provider: database, database: { store: l, " + database + " } }";
    }
};

TEST_F(settings_of_others, name_the_table_of_cosid) {
    const auto all = read(with("s: { kind: segment, store: l, format: cosid, auto-create: { step: 10 } }"));
    const auto& tags = std::get<segment_settings>(all.generator("s")->of);
    EXPECT_EQ(tags.format, "cosid");
    EXPECT_EQ(tags.auto_create->step, 10U) << "which is that of all rows";
}

TEST_F(settings_of_others, give_numbers_of_cosid_as_they_are) {
    EXPECT_THAT(
        refusal(with("s: { kind: segment, store: l, format: cosid, outward: { keys: { 0: { key-env: K } } } }")),
        HasSubstr("generators.s.outward is not for format: cosid, since CosId gives plain numbers"));
}

TEST_F(settings_of_others, name_cosids_namespace) {
    EXPECT_EQ(read(lent("mode: cosid")).machine_id.database->space, "cosid") << "its default";
    EXPECT_EQ(read(lent("mode: cosid, namespace: shop")).machine_id.database->space, "shop");
    EXPECT_THAT(refusal(lent("mode: cosid, namespace: ''")),
                HasSubstr("machine-id.database.namespace has 0 characters; it must have 1 to 90"));
    EXPECT_THAT(refusal(lent("mode: cosid, namespace: " + std::string(91, 'a'))), HasSubstr("has 91 characters"));
}

TEST_F(settings_of_others, take_no_file_of_leaf_for_machine_ids_that_change) {
    for (const char* mode : {"cosid", "worker-node"}) {
        const auto why = refusal(with("a: ") +
                                 "\nmachine-id: { leaf-file: w, provider: database, database: { store: l, "
                                 "mode: " +
                                 mode + " } }");
        EXPECT_THAT(why, HasSubstr("machine-id.leaf-file is for machine IDs that stay with a node")) << mode;
    }
    EXPECT_TRUE(parse_settings(lent("mode: worker-node"), "test.yaml"));
}

} // namespace
} // namespace vesta::embed
