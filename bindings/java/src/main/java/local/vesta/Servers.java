package local.vesta;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** RPC servers, and how to reach them. Does not change: its methods give others. */
public final class Servers {
    private static final Pattern ADDRESS = Pattern.compile("([^:\\s\\[\\]]+|\\[[^\\]\\s]+\\]):(\\d{1,5})");

    final List<Address> all;
    final String user;
    final String password; // null: no log-in
    final SSLContext tls; // null: in the open
    final Duration timeout;

    private Servers(List<Address> all, String user, String password, SSLContext tls, Duration timeout) {
        this.all = all;
        this.user = user;
        this.password = password;
        this.tls = tls;
        this.timeout = timeout;
    }

    /** The servers "host:port[,host:port...]", which are tried in this order. */
    public static Servers at(String servers) {
        var all = Arrays.stream(servers.split(",", -1)).map(each -> Address.parse(each.trim())).toList();
        return new Servers(all, "", null, null, Duration.ofSeconds(5));
    }

    /** A user, empty where servers have one password for all, and its password or token. */
    public Servers login(String user, String password) {
        return new Servers(all, user, password, tls, timeout);
    }

    /** Encrypts; the server's certificate must have the host's name or address. {@link Tls} reads PEM files. */
    public Servers tls(SSLContext context) {
        return new Servers(all, user, password, context, timeout);
    }

    /** For each connection and each wait for an answer, 5 s by default; a server may wait for 2 s before it answers. */
    public Servers timeout(Duration timeout) {
        if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE)
            throw new VestaException(Code.INVALID_SETTINGS, "the timeout is " + timeout + "; it is 1 ms to 24 days");
        return new Servers(all, user, password, tls, timeout);
    }

    /** Their generators. */
    public Ids connect() {
        return new Ids(new Remote(new Pool(this)));
    }

    /** One server. */
    record Address(String host, int port) {
        static Address parse(String text) {
            var found = ADDRESS.matcher(text);
            int port = found.matches() ? Integer.parseInt(found.group(2)) : 0;
            if (port < 1 || port > 65535)
                throw new VestaException(Code.INVALID_SETTINGS, "\"" + text + "\" is no server; write host:port");
            return new Address(found.group(1).replaceAll("[\\[\\]]", ""), port);
        }
    }
}
