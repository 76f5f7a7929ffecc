// A node that was a Leaf goes on with what Leaf kept on its disk (A.4, B.3, B.4 of the reference).
#include "open_fixture.hpp"

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;

class a_node_that_was_a_leaf : public open_test {
  protected:
    std::string after_leaf(const std::string& content, const std::string& machine = "") {
        testing::write_all(file, content);
        return yaml("default: { kind: snowflake }", machine + "leaf-file: " + file.string());
    }

    /// The time in the first ID.
    unix_ms first_time(const std::string& text) {
        auto ids = serve(text).value();
        const id made = ids.generate().value();
        return ids.get("").value().explain(made).value().at;
    }

    const std::filesystem::path file = folder_ / "workerID.properties";
    // With the 10 s that Leaf may have gone on unseen, far enough ahead of the clock that IDs are seen to wait for it.
    const std::string later = std::to_string((start - 8s).time_since_epoch().count());
};

TEST_F(a_node_that_was_a_leaf, has_its_worker_id_and_starts_above_its_time) {
    const auto text = after_leaf("workerID=39\nmaxTimestamp=" + later);
    EXPECT_GE(first_time(text), start + 2s);
    EXPECT_TRUE(has_state("machine-39.mark"));
}

TEST_F(a_node_that_was_a_leaf, needs_no_time_in_the_file_to_start_above_the_files) {
    const auto text = after_leaf("workerID=39");
    std::filesystem::last_write_time(file, std::chrono::file_clock::from_sys(start + 2s));
    EXPECT_GE(first_time(text), start + 2s);
}

TEST_F(a_node_that_was_a_leaf, reads_the_json_of_the_local_mode) {
    const auto text = after_leaf(R"({"ip":"10.0.0.1","port":"8080","workId":7,"timestamp":)" + later + "}");
    EXPECT_GE(first_time(text), start + 2s);
    EXPECT_TRUE(has_state("machine-7.mark"));
}

TEST_F(a_node_that_was_a_leaf, starts_above_a_leaf_that_ran_again_meanwhile) {
    EXPECT_LT(first_time(after_leaf("workerID=3\nmaxTimestamp=1")), start + 1s);
    EXPECT_GE(first_time(after_leaf("workerID=3\nmaxTimestamp=" + later)), start + 2s);
}

TEST_F(a_node_that_was_a_leaf, is_refused_another_machine_id) {
    expect_refused(open(after_leaf("workerID=39", "property: { id: 4 }, ")), errc::invalid_settings,
                   "machine-id.leaf-file has worker ID 39, and this node got 4");
    EXPECT_TRUE(open(after_leaf("workerID=39", "property: { id: 39 }, ")));
}

TEST_F(a_node_that_was_a_leaf, is_told_what_is_wrong_with_the_file) {
    const std::pair<std::string, std::string> bad[] = {
        {"", "it has no workerID"},          {"workerID=", "workerID is no number"},
        {"workerID=-1", "is no number"},     {"workerID=4294967296", "it has no workerID"},
        {"{\"workId\": 1", "it is no JSON"}, {"workerID=1\nmaxTimestamp=soon", "maxTimestamp is no number"},
        {"{\"workId\": [1]}", "no workerID"}};
    for (const auto& [content, words] : bad)
        expect_refused(open(after_leaf(content)), errc::invalid_settings, words);
    const auto text = after_leaf("workerID=1");
    std::filesystem::remove(file);
    expect_refused(open(text), errc::invalid_settings, file.string() + ": cannot read");
}

TEST_F(a_node_that_was_a_leaf, with_a_worker_id_that_the_layout_lacks_is_refused) {
    expect_refused(open(after_leaf("workerID=1024")), errc::invalid_settings, "machine-id.leaf-file");
}

TEST_F(a_node_that_was_a_leaf, is_none_where_machine_ids_are_lent) {
    EXPECT_EQ(
        refusal("generators: { a: }\nmachine-id: { leaf-file: f, provider: zookeeper, zookeeper: { hosts: h } }"),
        "test.yaml:2: machine-id.leaf-file is for machine IDs that stay with a node; in mode leased this one's is "
        "another");
}

} // namespace
} // namespace vesta::embed
