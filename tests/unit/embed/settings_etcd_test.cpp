#include "settings_fixture.hpp"

namespace vesta::embed {
namespace {

using settings_of_etcd = settings_test;

TEST_F(settings_of_etcd, are_refused_where_it_is_no_such_store) {
    const std::string stores = "stores: { e: { kind: etcd }, f: { kind: etcd }, l: { kind: sqlite, file: a.db } }\n";
    const auto why = [&](const std::string& more) { return refusal(stores + "generators: { a: }\n" + more); };
    EXPECT_EQ(why("machine-id: { provider: etcd }"),
              "test.yaml:3: machine-id.etcd.store is needed: stores has none of kind etcd, or more than one");
    EXPECT_EQ(why("machine-id: { provider: etcd, etcd: { store: l } }"),
              "test.yaml:3: machine-id.etcd.store is 'l', which is not of kind etcd");
    EXPECT_EQ(why("machine-id: { provider: database, database: { store: e } }"),
              "test.yaml:3: machine-id.database.store is of kind etcd; it must be mysql, postgresql or sqlite");
    EXPECT_EQ(refusal(stores + "generators: { s: { kind: sharded, store: e } }"),
              "test.yaml:2: generators.s.store is of kind etcd; it must be mysql, postgresql or sqlite");
    EXPECT_EQ(refusal(stores + "generators: { s: { kind: segment, store: e, format: tinyid } }"),
              "test.yaml:2: generators.s.store is of kind etcd; it must be mysql, postgresql or sqlite");
    EXPECT_THAT(refusal("stores: { e: { kind: etcd, tls: required } }\ngenerators: { a: }"),
                ::testing::HasSubstr("with kind: redis and etcd it must be off or verified"));
}

TEST_F(settings_of_etcd, need_no_name_where_there_is_one_such_store) {
    const auto all = parse_settings("stores: { e: { kind: etcd }, l: { kind: sqlite, file: a.db } }\n"
                                    "generators: { a: , s: { kind: segment, store: e } }\n"
                                    "machine-id: { provider: etcd }",
                                    "test.yaml");
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->lending_store(), "e");
    EXPECT_TRUE(all->machine_id.is_lent());
}

} // namespace
} // namespace vesta::embed
