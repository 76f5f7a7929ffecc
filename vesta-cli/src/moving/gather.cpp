#include "gather.hpp"

#include "old_text.hpp"
#include "successors.hpp"

#include <vesta/base/descriptor.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/old_stores.hpp>
#include <vesta/survey/adoption.hpp>
#include <vesta/time/clock.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <ranges>
#include <set>
#include <system_error>
#include <utility>

namespace vesta::cli {
namespace {

using migrate::assignment;
using migrate::old_program;

/// The layout of the IDs in a file, and who made them.
///
/// Errors: `invalid_argument` for a file that cannot be read, or a line without an ID.
result<migrate::sample_facts> read_sample(const std::string& file, unix_ms now) {
    const descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened.is_open())
        return error{errc::invalid_argument, "cannot read " + file + ": " + std::generic_category().message(errno)};
    survey::adoption all{{.now = now, .until = now}};
    const survey::list_visitor to{.read =
                                      [&](survey::place at, id value, std::optional<unix_ms> made) {
                                          all.add(at, value, made);
                                          return result<void>{};
                                      },
                                  .unreadable = [&](survey::place at, std::string_view text) -> result<void> {
                                      return error{errc::invalid_argument, file + ":" + std::to_string(at.line) + ": " +
                                                                               in_quotes(text) + " has no ID"};
                                  }};
    if (auto read = survey::read_list(opened.number(), file, 0, {}, to); !read) return std::move(read).error();
    const auto found = all.finish();
    if (!found) return migrate::sample_facts{.file = file, .refused = found.error().message};
    return migrate::sample_facts{
        .file = file, .ids = found->ids, .layout = found->layout, .newest = found->newest, .machines = found->machines};
}

/// The place of the register of machine IDs that @p of names; empty: it names none.
std::string register_in(const embed::settings& of) {
    switch (assignment_of(of)) {
    case assignment::leaf_tree:
        return "The tree /snowflake/" + of.machine_id.zookeeper->name + "/forever of " + of.machine_id.zookeeper->hosts;
    case assignment::leaf_table:
        return "The table leaf_workerid_alloc of " + place_of(of.stores.at(of.machine_id.database->store));
    case assignment::vesta_table:
        return "The table DB_MACHINE_ID_PROVIDER of " + place_of(of.stores.at(of.machine_id.database->store));
    case assignment::by_settings:
    case assignment::none:
        break;
    }
    return "";
}

class gathering {
  public:
    explicit gathering(const old_fleet& of) : of_{of}, layout_{of.layout} {
        found_.from = of.from;
        found_.now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
        found_.skew = of.skew;
        found_.folder = of.folder;
    }

    result<migrate::facts> run() {
        for (const auto part : {&gathering::sample, &gathering::files, &gathering::choose_layout, &gathering::probe,
                                &gathering::read_register, &gathering::name_nodes, &gathering::successors})
            if (auto done = (this->*part)(); !done) return std::move(done).error();
        return std::move(found_);
    }

  private:
    result<void> sample() {
        if (of_.sample.empty()) return {};
        auto read = read_sample(of_.sample, found_.now);
        if (!read) return std::move(read).error();
        found_.sample = *std::move(read);
        return {};
    }

    result<void> files() {
        auto read = read_files_of(of_);
        if (!read) return std::move(read).error();
        files_ = *std::move(read);
        return {};
    }

    result<void> choose_layout() {
        if (of_.from != old_program::vesta) return {};
        if (layout_.empty() && of_.fresh_id.empty() && found_.sample &&
            std::ranges::find(layouts_of_vesta, found_.sample->layout) != layouts_of_vesta.end())
            layout_ = found_.sample->layout;
        auto chosen = layout_of_vesta(layout_, of_.fresh_id);
        if (!chosen) return std::move(chosen).error();
        layout_ = *std::move(chosen);
        return {};
    }

    /// Translates each file as it is, for what all of them have in common.
    result<void> probe() {
        for (const old_node_file& each : files_) {
            auto made = translate(of_, each, layout_);
            if (!made) return std::move(made).error();
            if (register_in(made->read) != (probes_.empty() ? register_in(made->read) : register_in(probes_.front())))
                return error{errc::invalid_argument, each.file + " has another register of machine IDs than " +
                                                         files_.front().file + ": " + register_in(made->read) +
                                                         "; plan each fleet by itself"};
            probes_.push_back(std::move(made->read));
        }
        return {};
    }

    result<void> read_register() {
        const std::string where = register_in(probes_.front());
        if (where.empty()) return {};
        auto entries = embed::list_assignments(probes_.front());
        if (!entries) return std::move(entries).error();
        found_.assigned = migrate::register_facts{.where = where, .entries = *std::move(entries)};
        return {};
    }

    /// The nodes of one file that nobody named.
    std::vector<std::string> nodes_of(const embed::settings& probe) const {
        if (found_.assigned) return migrate::nodes_at_work(*found_.assigned, found_.now);
        const auto& map = probe.machine_id.ip_map;
        const bool by_map =
            assignment_of(probe) == assignment::by_settings && probe.machine_id.provider == embed::id_provider::ip_map;
        std::vector<std::string> names;
        if (by_map) std::ranges::copy(std::views::keys(map), std::back_inserter(names));
        return names;
    }

    /// Gives each node its file: one for all, or one for each in the same order.
    result<void> name_nodes() {
        std::vector<std::string> names = of_.nodes;
        if (names.empty() && files_.size() == 1) names = nodes_of(probes_.front());
        if (names.empty()) { // each file is a node
            if (found_.assigned && files_.size() > 1)
                return error{errc::invalid_argument, "which node reads which file? Name them in the order of the "
                                                     "files (--node), as " +
                                                         found_.assigned->where + " has them"};
            nodes_ = files_;
            return {};
        }
        if (files_.size() != 1 && files_.size() != names.size())
            return error{errc::invalid_argument, "there are " + std::to_string(names.size()) + " nodes and " +
                                                     std::to_string(files_.size()) +
                                                     " files; give one file for all nodes, or one for each in the "
                                                     "same order"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            nodes_.push_back(files_[files_.size() == 1 ? 0 : i]);
            nodes_.back().node = names[i];
        }
        return {};
    }

    result<void> successors() {
        const bool by_database = of_.from == old_program::tinyid;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const std::vector<std::string> stores =
                by_database ? stores_of(nodes_[i].file) : std::vector<std::string>{};
            if (!stores.empty()) nodes_[i].store = stores[i % stores.size()];
            auto made = translate(of_, nodes_[i], layout_);
            if (!made) return std::move(made).error();
            auto known = facts_of(nodes_[i], *made);
            if (!known) return std::move(known).error();
            found_.nodes.push_back(*std::move(known));
            if (auto seen = add_tables(made->read); !seen) return seen;
        }
        return look_at_the_rest();
    }

    /// The databases of TinyId in one file.
    std::vector<std::string> stores_of(const std::string& file) const {
        const auto at = std::ranges::find(files_, file, &old_node_file::file) - files_.begin();
        const embed::settings& probe = probes_[static_cast<std::size_t>(at)];
        return std::get<embed::segment_settings>(probe.generators.front().second.of).stores();
    }

    /// Databases of TinyId that no successor uses.
    result<void> look_at_the_rest() {
        if (of_.from != old_program::tinyid) return {};
        for (old_node_file each : files_)
            for (const std::string& store : stores_of(each.file)) {
                each.store = store;
                const auto made = translate(of_, each, layout_);
                if (!made) return made.error();
                if (auto seen = add_tables(made->read); !seen) return seen;
            }
        return {};
    }

    result<void> add_tables(const embed::settings& of) {
        for (const auto& [name, each] : of.generators) {
            const auto* const tags = std::get_if<embed::segment_settings>(&each.of);
            if (tags == nullptr) continue;
            const bool is_tinyid = tags->format == "tinyid";
            const std::string table = is_tinyid ? "tiny_id_info" : "leaf_alloc";
            const std::string where = "The table " + table + " of " + place_of(of.stores.at(tags->store));
            if (!seen_.insert(where).second) continue;
            auto seen = embed::look_at_tags(of, name);
            if (!seen) return std::move(seen).error();
            auto tokens = embed::tags_with_tokens(of, name);
            if (!tokens) return std::move(tokens).error();
            found_.tables.push_back({.where = where,
                                     .name = table,
                                     .is_tinyid = is_tinyid,
                                     .seen = *std::move(seen),
                                     .with_tokens = *std::move(tokens)});
        }
        return {};
    }

    const old_fleet& of_;
    std::string layout_;
    std::vector<old_node_file> files_;
    std::vector<embed::settings> probes_; // of each file
    std::vector<old_node_file> nodes_;
    std::set<std::string> seen_; // tables
    migrate::facts found_;
};

} // namespace

std::string place_of(const embed::store_settings& of) {
    if (of.kind == embed::store_kind::sqlite) return of.file;
    return of.host + ":" + std::to_string(of.port != 0 ? of.port : 3306) + "/" + of.database;
}

result<migrate::facts> gather(const old_fleet& of) {
    return gathering{of}.run();
}

} // namespace vesta::cli
