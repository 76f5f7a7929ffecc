package local.vesta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS from PEM files, as Vesta's servers have them. */
public final class Tls {
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    /** Believes servers whose certificates the authorities in that file have signed. */
    public static SSLContext believing(Path authorities) {
        return context(authorities, null);
    }

    /** As well, shows a client's certificate, with those of the authorities behind it, and its key (PKCS #8). */
    public static SSLContext believing(Path authorities, Path certificate, Path key) {
        var keys = reading(certificate, () -> {
            var store = emptyStore();
            var shown = certificates(certificate).toArray(Certificate[]::new);
            store.setKeyEntry("client", privateKey(key, shown[0]), NO_PASSWORD, shown);
            var made = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            made.init(store, NO_PASSWORD);
            return made.getKeyManagers();
        });
        return context(authorities, keys);
    }

    private static SSLContext context(Path authorities, KeyManager[] keys) {
        return reading(authorities, () -> {
            var store = emptyStore();
            for (var each : certificates(authorities)) store.setCertificateEntry("ca-" + store.size(), each);
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var made = SSLContext.getInstance("TLS");
            made.init(keys, trust.getTrustManagers(), null);
            return made;
        });
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var made = KeyStore.getInstance(KeyStore.getDefaultType());
        made.load(null);
        return made;
    }

    private static List<? extends Certificate> certificates(Path file) {
        return reading(file, () -> {
            try (var from = Files.newInputStream(file)) {
                var all = List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(from));
                if (all.isEmpty()) throw new GeneralSecurityException("it has no certificate");
                return all;
            }
        });
    }

    /** One for that certificate, whose algorithm the file does not name. */
    private static PrivateKey privateKey(Path file, Certificate of) {
        return reading(file, () -> {
            var parts = Files.readString(file).split("-----(BEGIN|END) PRIVATE KEY-----");
            if (parts.length < 2) throw new InvalidKeySpecException("it has no key of PKCS #8 without a pass phrase");
            var bytes = Base64.getMimeDecoder().decode(parts[1]);
            return KeyFactory.getInstance(of.getPublicKey().getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        });
    }

    private interface Reading<T> {
        T read() throws IOException, GeneralSecurityException;
    }

    /** Names the file where it cannot be used. */
    private static <T> T reading(Path file, Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException reason) {
            throw new VestaException(Code.INVALID_SETTINGS, file + " cannot be used for TLS: " + reason, null, reason);
        }
    }
}
