// Jedis and java.net.http by TLS; see ../../README.md.
import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.commands.ProtocolCommand;

public class Main {
    static final ProtocolCommand GENID = () -> "GENID".getBytes(StandardCharsets.US_ASCII);

    static SSLContext trusting(String file) throws Exception {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = new FileInputStream(file)) {
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var by = SSLContext.getInstance("TLS");
        by.init(null, trust.getTrustManagers(), null);
        return by;
    }

    static void tell(String word, Callable<Object> ask) throws Exception {
        try {
            System.out.println(word + " " + ask.call());
        } catch (Exception failed) {
            Throwable why = failed;
            while (why != null && !(why instanceof SSLHandshakeException)) why = why.getCause();
            if (why == null) throw failed;
            System.out.println(word + " refused");
        }
    }

    static Object genid(SSLContext by, int port) {
        var named = new SSLParameters();
        named.setEndpointIdentificationAlgorithm("HTTPS");
        var how = DefaultJedisClientConfig.builder().ssl(true).sslSocketFactory(by.getSocketFactory()).sslParameters(named).build();
        try (var ids = new Jedis(new HostAndPort("127.0.0.1", port), how)) {
            return ids.sendCommand(GENID);
        }
    }

    static Object getGenid(SSLContext by, String port) throws Exception {
        var asked = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/genid")).build();
        return HttpClient.newBuilder().sslContext(by).build().send(asked, HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] words) throws Exception {
        var by = trusting(words[0]);
        tell("rpc", () -> genid(by, Integer.parseInt(words[1])));
        tell("rest", () -> getGenid(by, words[2]));
    }
}
