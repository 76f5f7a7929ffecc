#include "sqlite_connection.hpp"

#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Data/SQLite/SQLiteException.h>
#include <Poco/Data/Session.h>
#include <Poco/Data/Statement.h>
#include <Poco/Nullable.h>
#include <Poco/URI.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>

namespace vesta::sql {
namespace {

using Poco::Data::Statement;
namespace keywords = Poco::Data::Keywords;

constexpr std::size_t rows_at_a_time = 1000;

void register_connector() {
    static std::once_flag registered;
    std::call_once(registered, [] { Poco::Data::SQLite::Connector::registerConnector(); });
}

void bind(Statement& to, const parameter& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        to, keywords::bind(static_cast<Poco::Int64>(*number));
    } else if (const auto* const text = std::get_if<std::string>(&value)) {
        to, keywords::bind(*text);
    } else {
        to, keywords::bind(Poco::Nullable<Poco::Int64>{});
    }
}

class sqlite_connection final : public connection {
  public:
    sqlite_connection(const options& to, Poco::Data::Session session)
        : name_{to.name + ": " + to.file}, session_{std::move(session)} {}

    dialect kind() const noexcept override { return dialect::sqlite; }
    result<std::uint64_t> execute(const std::string& statement, std::span<const parameter> values) override;
    result<void> query(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                       const row_sink& each) override;
    std::int64_t last_insert_id() noexcept override { return 0; }
    result<void> begin() override { return command("BEGIN IMMEDIATE"); }
    result<void> commit() override { return command("COMMIT"); }
    void rollback() noexcept override;
    bool answers() noexcept override { return !broken_; }
    bool broken() const noexcept override { return broken_; }

    result<void> command(const std::string& text);

  private:
    const std::string name_;
    Poco::Data::Session session_;
    bool broken_ = false;
};

/// Poco repeats SQLite's message, with a colon between.
std::string words_of(const Poco::Exception& why) {
    std::string text = why.message();
    const std::size_t half = text.size() < 2 ? 0 : (text.size() - 2) / 2;
    if (half != 0 && text.substr(half) == ": " + text.substr(0, half)) text.resize(half);
    return text.empty() ? why.displayText() : text;
}

error explained(const Poco::Exception& why, const std::string& name) {
    namespace sqlite = Poco::Data::SQLite;
    const std::string text = name + ": " + words_of(why);
    const auto is = [&]<class... Kind>() { return (... || (dynamic_cast<const Kind*>(&why) != nullptr)); };
    if (is.operator()<sqlite::DBLockedException, sqlite::TableLockedException, sqlite::LockProtocolException>())
        return {errc::in_use, text + "; another process has it locked; trying again helps"};
    if (is.operator()<sqlite::CantOpenDBFileException, sqlite::ReadOnlyException, sqlite::DBAccessDeniedException,
                      Poco::Data::ConnectionFailedException>())
        return {errc::store_unavailable, text + "; the file and its folder must be writable for this user"};
    if (is.operator()<sqlite::DatabaseFullException, sqlite::IOErrorException, sqlite::NoMemoryException>())
        return {errc::store_unavailable, text + "; look at the disk"};
    if (is.operator()<sqlite::CorruptImageException>())
        return {errc::state_unusable, text +
                                          "; the file is no database, or is damaged: restore it from a copy, and set "
                                          "each max_id above every number in use"};
    if (text.find("no such table") != std::string::npos || text.find("no such column") != std::string::npos)
        return {errc::invalid_settings, text + "; compare the table with the documented one"};
    return {errc::state_unusable, text};
}

/// Passes the rows on one by one.
result<void> tell(std::vector<std::vector<Poco::Nullable<std::string>>>& columns, const row_sink& each) {
    std::vector<cell> row(columns.size());
    result<void> done;
    for (std::size_t i = 0; done && i < columns.front().size(); ++i) {
        for (std::size_t k = 0; k < columns.size(); ++k)
            row[k] = columns[k][i].isNull() ? cell{} : cell{columns[k][i].value()};
        done = each(row);
    }
    for (auto& column : columns)
        column.clear();
    return done;
}

result<std::uint64_t> sqlite_connection::execute(const std::string& statement, std::span<const parameter> values) {
    try {
        Statement run{session_};
        run << statement;
        for (const parameter& each : values)
            bind(run, each);
        return run.execute();
    } catch (const Poco::Exception& why) {
        return explained(why, name_);
    }
}

result<void> sqlite_connection::query(const std::string& statement, std::span<const parameter> values,
                                      std::size_t columns, const row_sink& each) {
    try {
        // Every column is read as text: SQLite may store another type than the table declares.
        std::vector<std::vector<Poco::Nullable<std::string>>> read(columns);
        Statement run{session_};
        run << statement;
        for (const parameter& value : values)
            bind(run, value);
        for (auto& column : read)
            run, keywords::into(column);
        run, keywords::limit(rows_at_a_time);
        result<void> done;
        while (done && !run.done()) {
            run.execute();
            done = tell(read, each);
        }
        return done;
    } catch (const Poco::Exception& why) {
        return explained(why, name_);
    }
}

result<void> sqlite_connection::command(const std::string& text) {
    return execute(text, {}).without_value();
}

void sqlite_connection::rollback() noexcept {
    // SQLite ends a transaction itself after some errors; then there is none to roll back, which is as good.
    static_cast<void>(command("ROLLBACK"));
}

/// Makes the folder of a file that does not exist yet.
result<void> make_folder(const options& of) {
    const auto folder = std::filesystem::path{of.file}.parent_path();
    std::error_code failed;
    if (!folder.empty()) std::filesystem::create_directories(folder, failed);
    if (!failed) return {};
    return error{errc::store_unavailable,
                 of.name + ": cannot make the folder " + folder.string() + ": " + failed.message()};
}

/// Switches the file to a write-ahead log. While another connection switches a new file, SQLite refuses at once
/// whatever its time-out, so the waiting is done here.
result<void> write_ahead(sqlite_connection& in, std::chrono::seconds patience) {
    const auto give_up = std::chrono::steady_clock::now() + patience;
    for (;;) {
        auto set = in.command("PRAGMA journal_mode = WAL");
        if (set || set.error().code != errc::in_use || std::chrono::steady_clock::now() >= give_up) return set;
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

std::unique_ptr<sqlite_connection> open_as(const options& to, const std::string& file) {
    return std::make_unique<sqlite_connection>(
        to, Poco::Data::Session{"SQLite", file, static_cast<std::size_t>(to.lock_timeout.count())});
}

/// By a URI, the one way to say so (https://www.sqlite.org/uri.html).
result<std::unique_ptr<connection>> open_to_read(const options& to) {
    const auto unreadable = [&](const std::string& why) {
        return error{errc::store_unavailable,
                     to.name + ": " + to.file + ": " + why + "; it must be there, and readable for this user"};
    };
    if (std::error_code failed; !std::filesystem::exists(to.file, failed)) return unreadable("there is no such file");
    std::string path;
    Poco::URI::encode(std::filesystem::absolute(to.file).string(), "?#", path);
    try {
        return std::unique_ptr<connection>{open_as(to, "file:" + path + "?mode=ro")};
    } catch (const Poco::Exception& why) {
        return unreadable(words_of(why));
    }
}

} // namespace

result<std::unique_ptr<connection>> open_sqlite(const options& to) {
    register_connector();
    if (to.read_only) return open_to_read(to);
    if (auto made = make_folder(to); !made) return std::move(made).error();
    try {
        auto made = open_as(to, to.file);
        // Readers and a writer do not wait for each other, and committed data survives a power cut.
        if (auto set = write_ahead(*made, to.lock_timeout); !set) return std::move(set).error();
        if (auto set = made->command("PRAGMA synchronous = FULL"); !set) return std::move(set).error();
        return std::unique_ptr<connection>{std::move(made)};
    } catch (const Poco::Exception& why) {
        return explained(why, to.name + ": " + to.file);
    }
}

} // namespace vesta::sql
