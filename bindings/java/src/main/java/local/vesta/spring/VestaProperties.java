package local.vesta.spring;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code vesta.*} says.
 *
 * @param settings a settings file, for generators in the process; either this or servers
 * @param servers "host:port[,host:port...]"
 * @param user the principal at the servers; empty where they have one password for all
 * @param password its password or token
 * @param caFile a PEM file of authorities, for TLS to the servers
 * @param certificate a PEM file, shown to servers that ask for one
 * @param key its PEM file
 * @param generator the one that the bean is of
 * @param prefetch how many IDs it reserves at once; 0: none ahead
 * @param maxAge how old IDs that were reserved ahead may be
 */
@ConfigurationProperties("vesta")
public record VestaProperties(
        Path settings,
        String servers,
        @DefaultValue("") String user,
        String password,
        Path caFile,
        Path certificate,
        Path key,
        @DefaultValue("default") String generator,
        @DefaultValue("0") int prefetch,
        @DefaultValue("500ms") Duration maxAge) {
    /** Without the password. */
    @Override
    public String toString() {
        return "vesta of " + (servers == null ? settings : servers);
    }
}
