#include "sim_volume.hpp"

#include <algorithm>

namespace vesta::testing {
namespace {

void apply(std::map<std::string, std::uint64_t>& to, const std::string& name, std::uint64_t file) {
    if (file == 0)
        to.erase(name);
    else
        to[name] = file;
}

} // namespace

std::vector<std::string> sim_volume::names() const {
    std::vector<std::string> all;
    for (const auto& [called, of] : seen_)
        all.push_back(called);
    return all;
}

sim_volume::file_number sim_volume::find(const std::string& called) const {
    const auto found = seen_.find(called);
    return found == seen_.end() ? 0 : found->second;
}

sim_volume::file_number sim_volume::make(const std::string& called) {
    const file_number made = ++last_;
    files_[made];
    name(called, made);
    return made;
}

void sim_volume::append(file_number to, std::string_view bytes) {
    auto& of = files_.at(to);
    of.seen += bytes;
    of.counts_as_clean = false;
}

void sim_volume::overwrite(file_number of, std::string_view bytes, std::size_t at) {
    auto& it = files_.at(of);
    it.seen.resize(std::max(it.seen.size(), at + bytes.size()));
    it.seen.replace(at, bytes.size(), bytes);
    it.counts_as_clean = false;
}

void sim_volume::sync(file_number of, bool works) {
    auto& it = files_.at(of);
    if (!works)
        it.counts_as_clean = true;
    else if (!it.counts_as_clean)
        it.durable = it.seen;
}

void sim_volume::name(const std::string& called, file_number of) {
    apply(seen_, called, of);
    pending_.push_back({called, of});
}

void sim_volume::sync_names(bool works) {
    if (!works) {
        for (auto& each : pending_)
            each.counts_as_done = each.counts_as_done || habits_.folder_lies;
        return;
    }
    std::vector<change> left;
    for (const auto& each : pending_) {
        if (each.counts_as_done) {
            left.push_back(each);
            continue;
        }
        apply(durable_, each.name, each.to);
        std::erase_if(left, [&](const change& earlier) { return earlier.name == each.name; });
    }
    pending_ = std::move(left);
}

bool sim_volume::lock(file_number of, const void* by) {
    if (!habits_.locks_work) return true;
    return locks_.try_emplace(of, by).first->second == by;
}

bool sim_volume::is_locked_by(file_number of, const void* by) const {
    const auto found = locks_.find(of);
    return !habits_.locks_work || (found != locks_.end() && found->second == by);
}

void sim_volume::unlock(file_number of, const void* by) {
    if (const auto found = locks_.find(of); found != locks_.end() && found->second == by) locks_.erase(found);
}

void sim_volume::lose_power() {
    keep_some_names();
    for (auto& [number, each] : files_)
        keep_some_bytes(each);
    locks_.clear();
    ++boots;
}

void sim_volume::keep_some_names() {
    std::map<std::string, std::vector<file_number>> of_each;
    for (const auto& each : pending_)
        of_each[each.name].push_back(each.to);
    if (random_->one_in(2)) {
        pending_.resize(random_->below(pending_.size() + 1));
        for (const auto& each : pending_)
            apply(durable_, each.name, each.to);
    } else {
        for (const auto& [called, changes] : of_each)
            if (const auto kept = random_->below(changes.size() + 1); kept != 0)
                apply(durable_, called, changes[kept - 1]);
    }
    pending_.clear();
    seen_ = durable_;
}

void sim_volume::keep_some_bytes(file& of) {
    if (of.seen == of.durable) return;
    const auto whole = of.seen.size();
    const auto kept = of.durable.size() + random_->below(whole - of.durable.size() + 1);
    switch (random_->below(habits_.torn_blocks ? 5 : 4)) {
    case 0:
        of.seen = of.durable;
        break;
    case 1:
        of.seen.resize(kept);
        break;
    case 2: // the length was written before the bytes
        of.seen.resize(kept);
        of.seen.resize(whole, '\0');
        break;
    case 4:
        tear_blocks(of);
        break;
    default:
        break;
    }
    of.durable = of.seen;
    of.counts_as_clean = false;
}

void sim_volume::tear_blocks(file& of) {
    constexpr std::size_t block = 4096;
    for (std::size_t at = of.durable.size() / block * block; at < of.seen.size(); at += block)
        if (random_->one_in(2))
            for (auto each = at; each < std::min(at + block, of.seen.size()); ++each)
                of.seen[each] = static_cast<char>(random_->below(256));
}

void sim_volume::renumber() {
    std::map<file_number, file_number> now;
    std::map<file_number, file> files;
    for (auto& [number, each] : files_) {
        now[number] = ++last_;
        files[last_] = std::move(each);
    }
    files_ = std::move(files);
    for (auto* const entries : {&seen_, &durable_})
        for (auto& [called, number] : *entries)
            number = now.at(number);
    for (auto& each : pending_)
        each.to = each.to == 0 ? 0 : now.at(each.to);
    locks_.clear();
}

void sim_volume::damage(const std::string& called, std::string content) {
    auto& of = files_.at(seen_.at(called));
    of.seen = of.durable = std::move(content);
}

} // namespace vesta::testing
