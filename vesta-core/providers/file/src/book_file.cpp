#include "book_file.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>
#include <utility>

namespace vesta::file {

using std::chrono::milliseconds;

namespace {

std::string say_so(const std::string& command, const std::string& generator) {
    return "say so: vesta gapless " + command + " --generator " + generator;
}

} // namespace

error book_is_missing(const std::filesystem::path& where, const std::string& generator) {
    return {errc::state_unusable, where.string() +
                                      " is missing; if it was removed or is elsewhere, a new book would give "
                                      "its numbers again; if there never was one, " +
                                      say_so("begin", generator)};
}

book_file::book_file(std::shared_ptr<disk> on, const number_options& options, std::size_t growth)
    : on_{std::move(on)}, options_{options}, growth_{growth},
      doubt_{errc::internal, path() + ": a group was begun and not ended; it gives no new numbers until this process "
                                      "is started anew"} {}

std::string book_file::boot() const {
    const auto id = on_->clocks().boot;
    return id.empty() ? "-" : id;
}

milliseconds book_file::since_boot() const {
    return std::chrono::floor<milliseconds>(options_.clock->steady().time_since_epoch());
}

milliseconds book_file::age() const {
    return since_boot() - zero_;
}

result<void> book_file::check_use() const {
    if (!is_process(born_in_)) return error{errc::forked, "this process is a fork; only its parent gives numbers"};
    if (options_.start == book_start::to_read) return error{errc::invalid_argument, path() + " was opened to be read"};
    return {};
}

result<book_content> book_file::open() {
    if (options_.start != book_start::to_read)
        if (auto done = lock(); !done) return std::move(done).error();
    auto book = read();
    if (!book) return std::move(book).error();
    const bool is_there = book->has_value();
    if (is_there && options_.start == book_start::anew)
        return error{errc::invalid_argument, path() + " is there already; a book is begun once"};
    if (is_there) return take_over(**std::move(book));
    if (options_.start != book_start::anew) return book_is_missing(path(), options_.name);
    zero_ = since_boot();
    return book_content{};
}

result<void> book_file::lock() {
    auto taken = on_->lock(stem() + ".lock");
    if (!taken && taken.error().code == errc::in_use)
        return error{errc::in_use, taken.error().message + ", which gives the numbers of generator " + options_.name +
                                       "; one process at a time can"};
    if (!taken) return std::move(taken).error();
    lock_ = *std::move(taken);
    auto where = lock_->where();
    if (!where) return std::move(where).error();
    lock_at_ = *std::move(where);
    return on_->sync_folder(); // else a power cut could take the lock file away, and the next one be in another place
}

result<std::optional<read_book>> book_file::read() const {
    const auto text = on_->read_all(file_name());
    if (!text) return text.error();
    if (!*text) return std::optional<read_book>{};
    auto book = read_book_text(**text);
    if (!book) return error{errc::state_unusable, path() + " cannot be used: " + book.error().message};
    if (book->head.name != options_.name)
        return error{errc::state_unusable,
                     path() + " is of generator " + in_quotes(book->head.name) + ", not of " + options_.name};
    return std::optional{*std::move(book)};
}

/// What was read is what this process goes on with.
result<book_content> book_file::take_over(read_book book) {
    if (options_.start == book_start::to_read) return std::move(book.content);
    if (auto good = check(book.head); !good) return std::move(good).error();
    if (auto done = keep_aside(book.cut_off); !done) return std::move(done).error();
    if (book.zeros != 0 && options_.log)
        options_.log(severity::warning,
                     path() + ": left out its last " + std::to_string(book.zeros) +
                         " bytes, all zero, of a group that the disk had no bytes of when the host " +
                         "ended; had it been answered, its numbers would be given again");
    if (auto done = remove_left_behind(); !done) return std::move(done).error();
    // Of the time between two boots nothing is known for sure; counting none of it keeps keys longer.
    const bool is_same_boot = book.head.boot == boot() && book.head.boot != "-";
    const auto age = is_same_boot ? since_boot() - book.head.zero : milliseconds{0};
    zero_ = since_boot() - std::max(age, book.content.age());
    return std::move(book.content);
}

result<void> book_file::check(const book_head& head) {
    auto found = on_->where(file_name());
    if (!found) return std::move(found).error();
    read_at_ = *std::move(found);
    if (options_.start == book_start::moved) return {};
    const bool is_home = same_place(head.lock, lock_at_);
    if (is_home && read_at_ && same_place(head.file, *read_at_)) return {};
    return error{errc::state_unusable,
                 path() +
                     (is_home ? " is not the file that was written here: it was restored or copied. "
                              : " was copied or moved here. ") +
                     "Two copies would give the same numbers; if no other is used, and none has later numbers, " +
                     say_so("moved", options_.name)};
}

/// What looks like a write that was cut off may be a last group that was answered, and rotted: then it is needed.
result<void> book_file::keep_aside(const std::string& cut_off) {
    if (cut_off.empty()) return {};
    const std::string name = stem() + ".cut." + on_->unique();
    auto made = on_->create(name);
    if (!made) return std::move(made).error();
    if (auto done = (*made)->write(cut_off); !done) return done;
    if (auto done = (*made)->sync(); !done) return done;
    if (options_.log)
        options_.log(severity::warning,
                     path() + ": left out its last " + std::to_string(cut_off.size()) +
                         " bytes, of a group that was being written when the process or host ended; they are in " +
                         name);
    return {};
}

result<void> book_file::remove_left_behind() {
    const auto names = on_->list();
    if (!names) return names.error();
    for (const auto& each : *names)
        if (each.starts_with(stem() + ".new."))
            if (auto done = on_->remove(each); !done) return done;
    return {};
}

/// That the lock is ours, and that the book at its name is the one that this process knows.
result<void> book_file::confirm() const {
    if (auto good = confirm_lock(); !good) return good;
    if (file_) return file_->confirm(file_name(), size_);
    const auto there = on_->where(file_name());
    if (!there) return there.error();
    if (there->has_value() == read_at_.has_value() && (!read_at_ || same_place(**there, *read_at_))) return {};
    return error{errc::lease_lost, path() + " was removed or replaced while it was opened"};
}

result<std::unique_ptr<new_file>> book_file::write_new(book_head head, const book_content& content,
                                                       const std::string& name, std::size_t& size) {
    auto made = on_->create(name);
    if (!made) return made;
    const auto where = on_->where(name);
    if (!where) return where.error();
    head.file = where->value_or(place{.host = lock_at_.host});
    const std::string text = write_head(head, content);
    size = text.size();
    if (auto done = (*made)->write(text); !done) return std::move(done).error();
    if (auto done = (*made)->sync(); !done) return std::move(done).error();
    return made;
}

result<void> book_file::write_anew(const book_content& content) {
    if (options_.start == book_start::to_read) return {};
    const std::string id = on_->unique();
    const std::string name = stem() + ".new." + id;
    std::size_t size = 0;
    auto made =
        write_new({.name = options_.name, .id = id, .lock = lock_at_, .file = {}, .boot = boot(), .zero = zero_},
                  content, name, size);
    if (!made) {
        static_cast<void>(on_->remove(name));
        began_with_ = size_; // tried again when it has grown as much again
        return std::move(made).error();
    }
    in_doubt_ = true;
    if (auto done = put_in_place(*std::move(made), name, size); !done) return fail(done.error());
    id_ = id;
    groups_ = 0;
    began_with_ = size;
    in_doubt_ = false;
    return {};
}

result<void> book_file::put_in_place(std::unique_ptr<new_file> made, const std::string& name, std::size_t size) {
    // Right before and after: the book of another process must not be replaced, nor this one's have been.
    if (auto good = confirm(); !good) return good;
    // Which of the two a power cut leaves is not known until the folder is synchronised.
    if (auto done = on_->replace(name, file_name()); !done) return done;
    if (auto done = on_->sync_folder(); !done) return done;
    file_ = std::move(made);
    size_ = size;
    return confirm();
}

result<void> book_file::append(std::string_view lines) {
    const std::string group = write_group(id_, groups_ + 1, lines);
    in_doubt_ = true;
    if (auto done = write_durably(group); !done) return fail(done.error());
    ++groups_;
    return {};
}

result<void> book_file::write_durably(const std::string& group) {
    if (auto good = confirm(); !good) return good;
    if (auto done = file_->write(group); !done) return done;
    size_ += group.size();
    if (auto done = file_->sync(); !done) return done;
    // Again: who took the lock away before this has not read the group, and who does it later has.
    return confirm();
}

void book_file::end() {
    if (file_ && failed() == nullptr && check_use()) static_cast<void>(append(end_of_book));
}

error book_file::fail(const error& why) {
    file_.reset();
    failed_ = error{why.code, path() + ": " + why.message +
                                  "; it gives no new numbers until this process is started anew, since what the disk "
                                  "has is not known"};
    return *failed_;
}

} // namespace vesta::file
