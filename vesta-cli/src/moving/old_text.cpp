#include "old_text.hpp"

#include <vesta/base/list.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/time/clock.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

namespace vesta::cli {
namespace {

/// The layout under which @p fresh was made within a day of now.
result<std::string> layout_of(const std::string& fresh) {
    const auto value = parse_any_text(fresh);
    if (!value) return value.error();
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    std::vector<std::string> right, all;
    for (const std::string_view each : layouts_of_vesta) {
        const auto explained = find_scheme(each)->explain(*value);
        if (!explained) continue;
        all.push_back(std::string{each} + " at " + to_rfc3339(explained->at));
        if (std::chrono::abs(explained->at - now) <= std::chrono::days{1}) right.emplace_back(each);
    }
    if (right.size() == 1) return right.front();
    return error{errc::invalid_argument,
                 "--id " + fresh + " was made within a day by " + (right.empty() ? "none" : "more than one") +
                     " of Vesta's layouts: " + listed(all) + "; give another fresh ID, or --layout"};
}

/// Collects the names and values of `property` elements below @p from.
///
/// Errors: `invalid_settings` for one whose value is written another way than this program reads, and for two of a
/// name.
result<void> take_properties(const boost::property_tree::ptree& from, std::map<std::string, std::string>& into) {
    for (const auto& [name, each] : from) {
        if (const auto key = each.get_optional<std::string>("<xmlattr>.name"); name == "property" && key) {
            auto value = each.get_optional<std::string>("<xmlattr>.value");
            if (!value) value = each.get_optional<std::string>("value");
            const bool is_bean = each.get_child_optional("<xmlattr>.ref") || each.get_child_optional("bean");
            if (!value && !is_bean) return error{errc::invalid_settings, "property " + *key + " has no value"};
            if (value && !into.emplace(*key, *value).second && into.at(*key) != *value)
                return error{errc::invalid_settings, "property " + *key + " is there twice: give a file with one bean"};
        }
        if (name == "<xmlattr>")
            for (const auto& [attribute, value] : each)
                if (attribute.starts_with("p:"))
                    return error{errc::invalid_settings, attribute + " is not read; write it as a property element"};
        if (auto taken = take_properties(each, into); !taken) return taken;
    }
    return {};
}

} // namespace

result<std::string> read_old_text(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    try {
        std::string text{std::istreambuf_iterator<char>{in}, {}};
        if (in) return text;
    } catch (const std::ios_base::failure&) { // a folder
    }
    return error{errc::invalid_settings, "cannot read " + file};
}

result<std::string> read_properties_or_xml(const std::string& file) {
    if (!file.ends_with(".xml")) return read_old_text(file);
    boost::property_tree::ptree tree;
    try {
        boost::property_tree::read_xml(file, tree);
    } catch (const boost::property_tree::xml_parser_error& wrong) {
        return error{errc::invalid_settings,
                     file + ":" + std::to_string(wrong.line()) + ": cannot be read: " + wrong.message()};
    }
    std::map<std::string, std::string> all;
    if (auto taken = take_properties(tree, all); !taken)
        return error{taken.error().code, file + ": " + taken.error().message};
    return listed(all, [](const auto& each) { return each.first + "=" + each.second + "\n"; }, "");
}

result<std::string> layout_of_vesta(const std::string& named, const std::string& fresh) {
    if (!named.empty()) return named;
    if (!fresh.empty()) return layout_of(fresh);
    return error{errc::invalid_argument,
                 "which of Vesta's layouts does it have? Give an ID that it has just made (--id), or --layout " +
                     listed(layouts_of_vesta)};
}

} // namespace vesta::cli
