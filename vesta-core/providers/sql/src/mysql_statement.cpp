#include "mysql_statement.hpp"

#include <Poco/Exception.h>

#include <algorithm>
#include <cstring>
#include <mysql.h>

namespace vesta::sql {
namespace {

using Poco::Data::MySQL::Binder;

void bind(Binder& to, std::size_t position, const parameter& value) {
    constexpr auto in = Poco::Data::AbstractBinder::PD_IN;
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        to.bind(position, static_cast<const Poco::Int64&>(*number), in);
    } else if (const auto* const text = std::get_if<std::string>(&value)) {
        to.bind(position, *text, in);
    } else {
        to.bind(position, Poco::NULL_GENERIC, in);
    }
}

/// The integer of type T at @p from, or of its unsigned twin.
template <class T>
std::string number_at(const void* from, bool is_unsigned) {
    T value{};
    std::memcpy(&value, from, sizeof value);
    return is_unsigned ? std::to_string(static_cast<std::make_unsigned_t<T>>(value)) : std::to_string(value);
}

} // namespace

template <class Work>
auto mysql_statement::guarded(Work&& work) {
    try {
        return work();
    } catch (const Poco::Exception& why) {
        const unsigned code = ::mysql_stmt_errno(executor_);
        throw mysql_failure{code, code != 0 ? ::mysql_stmt_error(executor_) : why.displayText()};
    }
}

mysql_statement::mysql_statement(MYSQL* session, const std::string& text) : executor_{session} {
    guarded([&] {
        executor_.prepare(text);
        answer_.init(executor_);
        if (answer_.columnsReturned() > 0) executor_.bindResult(answer_.row());
    });
}

std::uint64_t mysql_statement::execute(std::span<const parameter> values) {
    return guarded([&]() -> std::uint64_t {
        Binder binder; // holds pointers to the values, which outlive the call
        for (std::size_t i = 0; i < values.size(); ++i)
            bind(binder, i, values[i]);
        executor_.bindParams(binder.getBindArray(), binder.size());
        executor_.execute();
        return answer_.columnsReturned() == 0 ? ::mysql_stmt_affected_rows(executor_) : 0;
    });
}

bool mysql_statement::fetch(std::vector<cell>& into, std::size_t columns) {
    if (!guarded([&] { return executor_.fetch(); })) return false;
    into.clear();
    for (std::size_t i = 0; i < std::min(columns, answer_.columnsReturned()); ++i)
        into.push_back(column(i));
    return true;
}

cell mysql_statement::column(std::size_t position) {
    if (answer_.isNull(position)) return std::nullopt;
    const MYSQL_BIND& bound = answer_.row()[position];
    const auto* const data = answer_.rawData(position);
    switch (bound.buffer_type) {
    case MYSQL_TYPE_TINY:
        return number_at<signed char>(data, bound.is_unsigned != 0);
    case MYSQL_TYPE_SHORT:
        return number_at<std::int16_t>(data, bound.is_unsigned != 0);
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
        return number_at<std::int32_t>(data, bound.is_unsigned != 0);
    case MYSQL_TYPE_LONGLONG:
        return number_at<std::int64_t>(data, bound.is_unsigned != 0);
    default: // texts; our queries convert dates to text on the server
        return std::string{reinterpret_cast<const char*>(data),
                           std::min<std::size_t>(answer_.length(position), bound.buffer_length)};
    }
}

void mysql_statement::finish() noexcept {
    ::mysql_stmt_free_result(executor_);
}

} // namespace vesta::sql
