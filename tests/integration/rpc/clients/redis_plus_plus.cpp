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

auto pipeline(sw::redis::Redis& ids) {
    return ids.pipeline();
}
auto pipeline(sw::redis::RedisCluster& ids) {
    return ids.pipeline("order");
}

auto transaction(sw::redis::Redis& ids) {
    return ids.transaction();
}
auto transaction(sw::redis::RedisCluster& ids) {
    return ids.transaction("order");
}

// With something that the client of a cluster can take for a key.
template <class Ids>
long long one(Ids& ids) {
    return ids.template command<long long>("GENID", "GENERATOR", "default");
}

template <class Ids>
numbers pipelined(Ids& ids, int count) {
    auto batch = pipeline(ids);
    for (int i = 0; i < count; ++i)
        batch.command("GENID");
    sw::redis::QueuedReplies answers = batch.exec();
    numbers got;
    for (int i = 0; i < count; ++i)
        got.push_back(answers.get<long long>(i));
    return got;
}

template <class Ids>
numbers multi(Ids& ids) {
    sw::redis::QueuedReplies answers = transaction(ids).incr("order").incr("order").exec();
    return {answers.get<long long>(0), answers.get<long long>(1)};
}

template <class Ids>
numbers array(Ids& ids, const std::vector<std::string>& words) {
    numbers got;
    ids.command(words.begin(), words.end(), std::back_inserter(got));
    return got;
}

template <class Ids>
long long gen_method(Ids& ids, long long id) {
    const auto fields = ids.command("EXPID", std::to_string(id));
    for (std::size_t i = 0; i + 1 < fields->elements; i += 2)
        if (fields->element[i]->str == std::string("genMethod")) return fields->element[i + 1]->integer;
    return -1;
}

template <class Ids>
void tell_ids(Ids& ids, int count) {
    const auto first = one(ids);
    std::cout << "type long long\n";
    tell("one", {first});
    tell("many", array(ids, {"GENID", "COUNT", "1000"}));
    tell("pipelined", pipelined(ids, 100));
    tell("range", array(ids, {"RANGE", "default", "50"}));
    tell("genmethod", {gen_method(ids, first)});
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

template <class Ids>
void tell_numbers(Ids& ids) {
    tell("incr", {ids.incr("order"), ids.incr("order")});
    tell("multi", multi(ids));
    tell("incrby", {ids.incrby("order", 10)});
    std::cout << "get " << ids.get("order").value_or("") << '\n';
    tell("exists", {ids.exists("order")});
}

template <class Ids>
void again(Ids& ids) {
    for (int failed = 0;; ++failed) {
        try {
            const auto id = one(ids);
            tell("failed", {failed});
            tell("again", {id});
            return;
        } catch (const sw::redis::Error&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

template <class Ids>
void run(Ids ids, int count) {
    tell_ids(ids, count);
    tell_numbers(ids);
    std::cout << "restart" << std::endl;
    std::cin.get();
    again(ids);
}

} // namespace

int main(int count, char** words) {
    const bool clustered = count > 1 && words[1] == std::string("cluster");
    const std::vector<std::string> given(words + 1 + clustered, words + count);
    if (given.size() < 2) return 2;
    sw::redis::ConnectionOptions where;
    where.host = "127.0.0.1";
    where.port = std::stoi(given[0]);
    if (given.size() > 2) where.password = given[2];
    if (clustered) {
        std::cout << "option a word behind the command, as in `GENID GENERATOR default`\n";
        run(sw::redis::RedisCluster(where), std::stoi(given[1]));
    } else {
        run(sw::redis::Redis(where), std::stoi(given[1]));
    }
}
