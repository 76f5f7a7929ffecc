package local.vesta;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection to a server, in Redis' protocol of version 2. An IOException says that it is broken. */
final class Connection implements Closeable {
    private static final int LONGEST_TEXT = 1 << 20; // far beyond what Vesta answers
    private static final int LONGEST_LINE = 1 << 16;
    private static final int DEEPEST = 8; // arrays within arrays

    private final Socket socket;
    private final InputStream from;

    Connection(Servers.Address to, SSLContext tls, int timeoutMs) throws IOException {
        var plain = connected(to, timeoutMs);
        try {
            plain.setSoTimeout(timeoutMs);
            plain.setTcpNoDelay(true);
            socket = tls == null ? plain : secured(plain, to, tls);
            from = new BufferedInputStream(socket.getInputStream());
        } catch (IOException | RuntimeException reason) {
            plain.close();
            throw reason;
        }
    }

    /** To the first of its addresses that takes it. */
    private static Socket connected(Servers.Address to, int timeoutMs) throws IOException {
        IOException last = null;
        for (var each : InetAddress.getAllByName(to.host())) {
            var made = new Socket();
            try {
                made.connect(new InetSocketAddress(each, to.port()), timeoutMs);
                return made;
            } catch (IOException reason) {
                made.close();
                last = reason;
            }
        }
        throw last;
    }

    private static Socket secured(Socket plain, Servers.Address to, SSLContext tls) throws IOException {
        var made = (SSLSocket) tls.getSocketFactory().createSocket(plain, to.host(), to.port(), true);
        var parameters = made.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the name in the certificate is the host's
        made.setSSLParameters(parameters);
        made.startHandshake();
        return made;
    }

    /** The answer: Long, String, null, a List of them, or a VestaException with which the server refuses. */
    Object call(List<String> words) throws IOException {
        socket.getOutputStream().write(command(words));
        return answer(DEEPEST);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is gone.
        }
    }

    private static byte[] command(List<String> words) {
        var made = new ByteArrayOutputStream();
        made.writeBytes(ascii("*" + words.size() + "\r\n"));
        for (var each : words) {
            var bytes = each.getBytes(StandardCharsets.UTF_8);
            made.writeBytes(ascii("$" + bytes.length + "\r\n"));
            made.writeBytes(bytes);
            made.writeBytes(ascii("\r\n"));
        }
        return made.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private Object answer(int deepest) throws IOException {
        var line = line();
        var rest = line.isEmpty() ? "" : line.substring(1);
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> rest;
            case '-' -> VestaException.fromAnswer(rest);
            case ':' -> number(rest, line);
            case '$' -> text(number(rest, line), line);
            case '*' -> array(number(rest, line), deepest, line);
            default -> throw strange(line);
        };
    }

    private String line() throws IOException {
        var made = new ByteArrayOutputStream();
        for (int each = from.read(); each != '\n'; each = from.read()) {
            if (each < 0) throw new EOFException("the server closed the connection");
            made.write(each);
            if (made.size() > LONGEST_LINE) throw strange("a very long line");
        }
        var line = made.toString(StandardCharsets.UTF_8);
        if (!line.endsWith("\r")) throw strange(line);
        return line.substring(0, line.length() - 1);
    }

    private String text(long length, String line) throws IOException {
        if (length < 0) return null;
        if (length > LONGEST_TEXT) throw strange(line);
        var bytes = from.readNBytes((int) length + 2);
        if (bytes.length < length + 2) throw new EOFException("the server closed the connection");
        return new String(bytes, 0, (int) length, StandardCharsets.UTF_8);
    }

    private List<Object> array(long length, int deepest, String line) throws IOException {
        if (deepest == 0) throw strange(line);
        var made = new ArrayList<>();
        while (made.size() < length) made.add(answer(deepest - 1));
        return made;
    }

    private static long number(String text, String line) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw strange(line);
        }
    }

    private static VestaException strange(String line) {
        var told = "the server answered \"" + line + "\", which is no RESP2: is it a Vesta RPC server?";
        return new VestaException(Code.INTERNAL, told);
    }
}
