#include "accept.hpp"

#include "text.hpp"

namespace vesta::rest::http {
namespace {

constexpr std::int16_t full_weight = 1000;

/// The weight in `q=0.25` in thousandths; nothing unless it is a number from 0 to 1.
std::optional<std::int16_t> read_weight(std::string_view text) noexcept {
    const auto point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view decimals = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    if (whole.size() > 1 || decimals.size() > 3 || (whole.empty() && decimals.empty())) return std::nullopt;
    int value = 0;
    int unit = full_weight;
    for (const std::string_view part : {whole, decimals}) {
        for (const char digit : part) {
            if (digit < '0' || digit > '9') return std::nullopt;
            value += (digit - '0') * unit;
            unit /= 10;
        }
        unit = full_weight / 10;
    }
    if (value > full_weight) return std::nullopt;
    return static_cast<std::int16_t>(value);
}

/// The parameter q of a media range; full weight if there is none.
std::optional<std::int16_t> weight_of(std::string_view parameters) noexcept {
    while (!parameters.empty()) {
        const std::string_view each = trim(cut(parameters, ';'));
        if (each.size() >= 2 && (each[0] == 'q' || each[0] == 'Q') && each[1] == '=')
            return read_weight(each.substr(2));
    }
    return full_weight;
}

} // namespace

void accept_set::add(std::string_view value) noexcept {
    present_ = true;
    while (!value.empty())
        add_range(trim(cut(value, ',')));
}

void accept_set::add_range(std::string_view range) noexcept {
    const std::string_view type = trim(cut(range, ';'));
    const auto thousandths = weight_of(range);
    if (!thousandths) return;
    if (type == "*/*" || type == "*") {
        for (const media form : {media::text, media::json, media::html})
            set(form, {*thousandths, 1});
    } else if (same_word(type, "text/*")) {
        set(media::text, {*thousandths, 2});
        set(media::html, {*thousandths, 2});
    } else if (same_word(type, "application/*")) {
        set(media::json, {*thousandths, 2});
    } else if (same_word(type, "text/plain")) {
        set(media::text, {*thousandths, 3});
    } else if (same_word(type, "application/json")) {
        set(media::json, {*thousandths, 3});
    } else if (same_word(type, "text/html")) {
        set(media::html, {*thousandths, 3});
    }
}

void accept_set::set(media form, weight given) noexcept {
    weight& known = weights_[static_cast<std::size_t>(form)];
    if (given.exactness > known.exactness ||
        (given.exactness == known.exactness && given.thousandths > known.thousandths))
        known = given;
}

std::optional<media> accept_set::best(std::span<const media> offered) const noexcept {
    if (!present_) return offered.front();
    std::optional<media> chosen;
    weight highest;
    for (const media form : offered) {
        const weight each = weights_[static_cast<std::size_t>(form)];
        if (each.thousandths < highest.thousandths || each.thousandths == 0) continue;
        if (each.thousandths == highest.thousandths && each.exactness <= highest.exactness) continue;
        chosen = form;
        highest = each;
    }
    return chosen;
}

} // namespace vesta::rest::http
