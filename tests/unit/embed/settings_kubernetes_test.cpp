#include "settings_fixture.hpp"

namespace vesta::embed {
namespace {

using settings_of_kubernetes = settings_test;

TEST_F(settings_of_kubernetes, are_refused_where_it_is_no_such_store) {
    const auto why = [&](const std::string& stores, const std::string& more) {
        return refusal("stores: { " + stores + " }\ngenerators: { a: }\n" + more);
    };
    EXPECT_EQ(
        why("e: { kind: etcd }", "machine-id: { provider: kubernetes }"),
        "test.yaml:3: machine-id.kubernetes.store is needed: stores has none of kind kubernetes, or more than one");
    EXPECT_EQ(why("e: { kind: etcd }", "machine-id: { provider: kubernetes, kubernetes: { store: e } }"),
              "test.yaml:3: machine-id.kubernetes.store is 'e', which is not of kind kubernetes");
    EXPECT_EQ(why("k: { kind: kubernetes }", "machine-id: { provider: database, database: { store: k } }"),
              "test.yaml:3: machine-id.database.store is of kind kubernetes; it must be mysql, postgresql or sqlite");
    EXPECT_EQ(refusal("stores: { k: { kind: kubernetes } }\ngenerators: { s: { kind: segment, store: k } }"),
              "test.yaml:2: generators.s.store is of kind kubernetes; it must be mysql, postgresql, sqlite or etcd");
}

TEST_F(settings_of_kubernetes, are_for_a_pod_and_always_by_tls) {
    const auto all = parse_settings("stores: { k: { kind: kubernetes, ca-file: a.pem }, l: { kind: redis } }\n"
                                    "generators: { a: }\nmachine-id: { provider: kubernetes }",
                                    "test.yaml");
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->lending_store(), "k");
    EXPECT_TRUE(all->machine_id.is_lent());
    EXPECT_EQ(all->stores.at("k").tls, store_tls::verified);
    EXPECT_EQ(all->stores.at("k").host, "");
    EXPECT_EQ(all->stores.at("l").host, "127.0.0.1");
}

TEST_F(settings_of_kubernetes, have_no_user_and_others_no_namespace) {
    const auto why = [&](const std::string& store) {
        return refusal("stores: { k: " + store + " }\ngenerators: { a: }");
    };
    EXPECT_THAT(why("{ kind: kubernetes, user: a }"), ::testing::HasSubstr("the token says who asks"));
    EXPECT_THAT(why("{ kind: kubernetes, tls: required }"), ::testing::HasSubstr("it must be verified"));
    EXPECT_THAT(why("{ kind: redis, namespace: a }"), ::testing::HasSubstr("is for kind: kubernetes"));
}

} // namespace
} // namespace vesta::embed
