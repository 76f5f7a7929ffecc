// GENID ... AS formatted: numbers of a tag as its format writes them.
#include "commands.hpp"
#include "words.hpp"

#include <vesta/segment/formatted_numbers.hpp>

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

/// More take long to write in one turn.
constexpr std::uint64_t most_texts = 1000;

} // namespace

/// Numbers that wait for their store; all of the period in which the command began.
struct texts_under_way {
    number_texts call;
    std::vector<id> numbers;
    std::size_t made = 0;
};

namespace {

result<std::uint64_t> read_count(const call& with, std::optional<std::string_view> given) {
    const std::uint64_t most = std::min<std::uint64_t>(with.of.options.limits.ids_per_command, most_texts);
    const auto count = given ? read_number<std::uint64_t>(*given) : 1;
    if (count && *count >= 1 && *count <= most) return *count;
    return error{errc::invalid_argument,
                 "COUNT is " + in_quotes(*given) + "; of formatted numbers it is 1 to " + std::to_string(most)};
}

result<std::shared_ptr<texts_under_way>> begin_texts(call& with, named_generator& from, const stream_query& of,
                                                     std::uint64_t count) {
    if (!of.tag) return error{errc::invalid_argument, "AS formatted needs a TAG"};
    const auto numbers = from.formatted();
    if (!numbers) return numbers.error();
    auto begun = (*numbers)->begin(*of.tag);
    if (!begun) return std::move(begun).error();
    if (const auto afforded = with.peer.visitor.take(count); !afforded) return afforded.error();
    return std::make_shared<texts_under_way>(
        texts_under_way{*std::move(begun), std::vector<id>(static_cast<std::size_t>(count))});
}

verdict write_texts(call& with, const texts_under_way& of, bool as_array) {
    const auto texts = of.call.texts(of.numbers);
    if (!texts) return with.fail(texts.error());
    auto to = with.reply();
    if (as_array) to.array(texts->size());
    for (const std::string& each : *texts)
        to.bulk(each);
    return {};
}

} // namespace

verdict run_formatted(call& with, named_generator& from, const stream_query& of,
                      std::optional<std::string_view> count) {
    auto& texts = with.peer.under_way.texts;
    if (!texts) {
        const auto wanted = read_count(with, count);
        if (!wanted) return with.fail_value(wanted.error());
        auto begun = begin_texts(with, from, of, *wanted);
        if (!begun) return with.fail(begun.error());
        texts = *std::move(begun);
    }
    id_source& source = texts->call.source();
    while (texts->made < texts->numbers.size()) {
        const grant given = source.try_generate(std::span{texts->numbers}.subspan(texts->made));
        if (given.made == 0) {
            const verdict how = with.refused(source, given.why, given.wait);
            if (how.then != verdict::kind::retry) with.peer.visitor.give_back(texts->numbers.size());
            return how;
        }
        texts->made += given.made;
    }
    with.counted.ids[with.of.from.index_of(&from)].add(texts->numbers.size());
    return write_texts(with, *texts, count.has_value());
}

} // namespace vesta::rpc::detail
