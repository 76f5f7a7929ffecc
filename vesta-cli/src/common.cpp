#include "command.hpp"

#include <vesta/base/quote.hpp>

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <iostream>

namespace vesta::cli {

result<std::filesystem::path> settings_file(const common_options& common) {
    if (!common.config.empty()) return std::filesystem::path{common.config};
    return embed::find_settings();
}

result<embed::settings> load(const common_options& common) {
    auto file = settings_file(common);
    if (!file) return std::move(file).error();
    return embed::load_settings(*file);
}

const CLI::Validator whole_number{[](const std::string& text) -> std::string {
                                      if (text.find_first_not_of("0123456789") == std::string::npos) return "";
                                      return in_quotes(text) + " is not a whole number";
                                  },
                                  "", "whole number"};

void add_form(CLI::App& command, std::optional<text_form>& to, const std::string& what, bool* formatted) {
    const std::string names = text_form_names() + (formatted != nullptr ? ", formatted" : "");
    const auto asks_formatted = [formatted](const std::string& given) {
        return formatted != nullptr && given == "formatted";
    };
    const auto check = [=](const std::string& given) {
        return find_text_form(given) || asks_formatted(given) ? std::string{}
                                                              : in_quotes(given) + " is not one of " + names;
    };
    const auto set = [=, &to](const std::string& given) {
        to = find_text_form(given);
        if (asks_formatted(given)) *formatted = true;
    };
    command.add_option_function<std::string>("--as", set, what)
        ->check(CLI::Validator{check, ""})
        ->option_text(boost::replace_all_copy(names, ", ", "|"));
}

int report(const error& reason) {
    std::string line = reason.message;
    std::ranges::replace_if(line, [](unsigned char each) { return each < ' ' || each == 127; }, '?');
    std::cerr << "vesta: " << line << '\n';
    switch (reason.code) {
    case errc::invalid_argument:
    case errc::invalid_settings:
    case errc::not_found:
        return wrong_usage;
    default:
        return failed;
    }
}

} // namespace vesta::cli
