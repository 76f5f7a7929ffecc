// redis-plus-plus; see README.md.
#include <sw/redis++/redis++.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace {

using numbers = std::vector<long long>;

void tell(const char* word, const numbers& values) {
    std::cout << word;
    for (const auto each : values)
        std::cout << ' ' << each;
    std::cout << '\n';
}

numbers pipelined(sw::redis::Redis& ids, int count) {
    auto batch = ids.pipeline();
    for (int i = 0; i < count; ++i)
        batch.command("GENID");
    auto answers = batch.exec();
    numbers got;
    for (int i = 0; i < count; ++i)
        got.push_back(answers.get<long long>(i));
    return got;
}

numbers multi(sw::redis::Redis& ids) {
    auto answers = ids.transaction().incr("order").incr("order").exec();
    return {answers.get<long long>(0), answers.get<long long>(1)};
}

numbers array(sw::redis::Redis& ids, const std::vector<std::string>& words) {
    numbers got;
    ids.command(words.begin(), words.end(), std::back_inserter(got));
    return got;
}

long long gen_method(sw::redis::Redis& ids, long long one) {
    const auto fields = ids.command("EXPID", one);
    for (std::size_t i = 0; i + 1 < fields->elements; i += 2)
        if (fields->element[i]->str == std::string("genMethod")) return fields->element[i + 1]->integer;
    return -1;
}

void tell_ids(sw::redis::Redis& ids, int count) {
    const auto one = ids.command<long long>("GENID");
    std::cout << "type long long\n";
    tell("one", {one});
    tell("many", array(ids, {"GENID", "COUNT", "1000"}));
    tell("pipelined", pipelined(ids, 100));
    tell("range", array(ids, {"RANGE", "default", "50"}));
    tell("genmethod", {gen_method(ids, one)});
    try {
        ids.command("GENID", "GENERATOR", "nope");
    } catch (const sw::redis::ReplyError& refused) {
        const std::string text = refused.what();
        std::cout << "error " << text.substr(0, text.find(' ')) << '\n';
    }
    numbers plenty;
    while (plenty.size() < static_cast<std::size_t>(count))
        std::ranges::copy(pipelined(ids, 1000), std::back_inserter(plenty));
    tell("plenty", plenty);
}

void tell_numbers(sw::redis::Redis& ids) {
    tell("incr", {ids.incr("order"), ids.incr("order")});
    tell("multi", multi(ids));
    tell("incrby", {ids.incrby("order", 10)});
    std::cout << "get " << ids.get("order").value_or("") << '\n';
    tell("exists", {ids.exists("order")});
}

void again(sw::redis::Redis& ids) {
    for (int failed = 0;; ++failed) {
        try {
            const auto one = ids.command<long long>("GENID");
            tell("failed", {failed});
            tell("again", {one});
            return;
        } catch (const sw::redis::Error&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

} // namespace

int main(int count, char** words) {
    if (count < 3) return 2;
    sw::redis::ConnectionOptions where;
    where.host = "127.0.0.1";
    where.port = std::atoi(words[1]);
    if (count > 3) where.password = words[3];
    sw::redis::Redis ids(where);
    tell_ids(ids, std::atoi(words[2]));
    tell_numbers(ids);
    std::cout << "restart" << std::endl;
    std::cin.get();
    again(ids);
}
