#include "commands.hpp"

#include <vesta/catalogue/named_gapless.hpp>

namespace vesta::rpc::detail {

verdict take_number(call& with, named_generator& of, const stream_query& query, std::string_view key) {
    auto& ticket = with.peer.under_way.ticket;
    if (!ticket) {
        const auto numbers = gapless_of(&of);
        if (!numbers) return with.fail(numbers.error());
        if (auto good = check_key(key); !good) return with.fail(good.error());
        if (const auto afforded = with.peer.visitor.take(1); !afforded) return with.fail(afforded.error());
        auto made = (*numbers)->order({std::string{query.tag.value_or("")}, std::string{key}});
        if (!made) {
            with.peer.visitor.give_back(1);
            return with.fail(made.error());
        }
        ticket = *std::move(made);
    }
    constexpr std::chrono::milliseconds soon{1};
    if (!ticket->done())
        if (const auto pause = next_pause(soon, with.peer.under_way.waited, with.of.options.limits.patience);
            pause > no_time)
            return {.then = verdict::kind::retry, .wait = pause};
    const number_outcome told = ticket->give_up();
    if (told.unknown)
        return with.fail(reply_word::unknown, "the store has not answered, and a number may have been given; ask again "
                                              "with the same KEY");
    if (told.number == 0) return with.fail(told.why);
    if (!told.again) with.counted.ids[with.of.from.index_of(&of)].add(1);
    with.ids().write(with.reply(), id{told.number});
    return {};
}

} // namespace vesta::rpc::detail
