#include "line_format.hpp"

#include "json_text.hpp"

#include <vesta/time/instant.hpp>

#include <array>

namespace vesta::cli {
namespace {

std::string_view view(spdlog::string_view_t text) noexcept {
    return {text.data(), text.size()};
}

std::string as_text(std::string_view time, std::string_view level, std::string_view message) {
    std::string line{time};
    line.append(" ").append(level).append(" ") += one_line(message);
    return line;
}

std::string as_json(std::string_view time, std::string_view level, std::string_view message, std::string_view members) {
    std::string line = R"({"time":")";
    line.append(time).append(R"(","level":")").append(level).append(R"(","message":)");
    append_json(line, message);
    line.append(members) += '}';
    return line;
}

} // namespace

log_line&& log_line::with(std::string_view name, std::string_view value) && {
    if (value.empty()) return std::move(*this);
    text_ += ',';
    append_json(text_, name);
    text_ += ':';
    append_json(text_, value);
    return std::move(*this);
}

log_line&& log_line::with(std::string_view name, std::uint64_t value) && {
    text_ += ',';
    append_json(text_, name);
    text_.append(":") += std::to_string(value);
    return std::move(*this);
}

// spdlog carries one text and a place in the source. The place's line tells where the message ends and the members
// begin.
void log_line::write(spdlog::logger& to, severity how_bad) const {
    constexpr std::array levels{spdlog::level::info, spdlog::level::warn, spdlog::level::err};
    to.log(spdlog::source_loc{"", static_cast<int>(message_size_), ""}, levels[static_cast<std::size_t>(how_bad)],
           spdlog::string_view_t{text_.data(), text_.size()});
}

void line_format::format(const spdlog::details::log_msg& from, spdlog::memory_buf_t& to) {
    const std::string time = to_rfc3339(std::chrono::floor<std::chrono::milliseconds>(from.time));
    const std::string_view level = view(spdlog::level::to_string_view(from.level));
    const std::string_view all = view(from.payload);
    const std::size_t split = from.source.empty() ? all.size() : static_cast<std::size_t>(from.source.line);
    const std::string_view message = all.substr(0, split);
    std::string line = how_ == embed::log_format::text ? as_text(time, level, message)
                                                       : as_json(time, level, message, all.substr(split));
    line += '\n';
    to.append(line.data(), line.data() + line.size());
}

} // namespace vesta::cli
