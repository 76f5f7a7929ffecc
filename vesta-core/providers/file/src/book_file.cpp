#include "book_file.hpp"

#include <vesta/base/quote.hpp>

#include <utility>

namespace vesta::file {

result<book_content> book_file::open(const book_options& options) {
    if (auto done = lock(); !done) return std::move(done).error();
    auto content = read(options);
    if (!content) return content;
    if (auto done = remove_left_behind(); !done) return std::move(done).error();
    return content;
}

result<void> book_file::lock() {
    auto taken = on_->lock(stem() + ".lock");
    if (!taken && taken.error().code == errc::in_use)
        return error{errc::in_use, taken.error().message + ", which gives the numbers of generator " + name_ +
                                       "; one process at a time can"};
    if (!taken) return std::move(taken).error();
    lock_ = *std::move(taken);
    auto where = lock_->where();
    if (!where) return std::move(where).error();
    where_ = *std::move(where);
    return on_->sync_folder(); // else a power cut could take the lock file away, and the next one be in another place
}

result<book_content> book_file::read(const book_options& options) {
    const auto text = on_->read_all(file_name());
    if (!text) return text.error();
    if (!*text) return book_content{}; // a first start
    auto book = read_book_text(**text);
    if (!book) return error{errc::state_unusable, path() + " cannot be used: " + book.error().message};
    if (auto good = check(book->head, options.moved); !good) return std::move(good).error();
    if (book->cut_off != 0 && options.log)
        options.log(severity::info, path() + ": left out its last " + std::to_string(book->cut_off) +
                                        " bytes, a group that was being written when the process or host ended");
    return std::move(book->content);
}

result<void> book_file::check(const book_head& head, bool moved) const {
    if (head.name != name_)
        return error{errc::state_unusable, path() + " is of generator " + in_quotes(head.name) + ", not of " + name_};
    if (moved || same_place(head.where, where_)) return {};
    return error{errc::state_unusable,
                 path() +
                     " was copied or moved here, and two copies would give the same numbers; if the former folder "
                     "is used no longer and has no later numbers, say so: vesta gapless moved --generator " +
                     name_};
}

result<void> book_file::remove_left_behind() {
    const auto names = on_->list();
    if (!names) return names.error();
    for (const auto& each : *names)
        if (each.starts_with(stem() + ".new."))
            if (auto done = on_->remove(each); !done) return done;
    return {};
}

result<std::unique_ptr<new_file>> book_file::write_new(const std::string& text, const std::string& name) {
    auto made = on_->create(name);
    if (!made) return made;
    if (auto done = (*made)->write(text); !done) return std::move(done).error();
    if (auto done = (*made)->sync(); !done) return std::move(done).error();
    return made;
}

result<void> book_file::write_anew(const book_content& content) {
    const std::string text = write_head({name_, where_}, content);
    const std::string name = stem() + ".new." + on_->unique();
    auto made = write_new(text, name);
    if (!made) {
        static_cast<void>(on_->remove(name));
        began_with_ = size_; // tried again when it has grown as much again
        return std::move(made).error();
    }
    // Which of the two a power cut leaves is not known until the folder is synchronised.
    if (auto done = on_->replace(name, file_name()); !done) return fail(done.error());
    if (auto done = on_->sync_folder(); !done) return fail(done.error());
    if (auto done = lock_->confirm(); !done) return fail(done.error());
    file_ = *std::move(made);
    groups_ = 0;
    size_ = began_with_ = text.size();
    return {};
}

result<void> book_file::append(const std::string& lines) {
    const std::string group = write_group(groups_ + 1, lines);
    if (auto done = write_group_durably(group); !done) return fail(done.error());
    ++groups_;
    size_ += group.size();
    return {};
}

result<void> book_file::write_group_durably(const std::string& group) {
    if (auto done = file_->write(group); !done) return done;
    if (auto done = file_->sync(); !done) return done;
    // Only now: who took the lock away before this has not read the group, and who does it later has.
    return lock_->confirm();
}

error book_file::fail(const error& why) {
    file_.reset();
    failed_ = error{why.code, path() + ": " + why.message +
                                  "; it gives no new numbers until this process is started anew, since what the disk "
                                  "has is not known"};
    return *failed_;
}

} // namespace vesta::file
