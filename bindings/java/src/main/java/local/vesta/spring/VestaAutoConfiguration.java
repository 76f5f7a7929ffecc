package local.vesta.spring;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import javax.net.ssl.SSLContext;
import local.vesta.Generator;
import local.vesta.Ids;
import local.vesta.Query;
import local.vesta.Servers;
import local.vesta.Tls;
import local.vesta.Vesta;
import local.vesta.hibernate.VestaIdGenerator;
import local.vesta.mybatis.VestaIdentifierGenerator;
import org.hibernate.annotations.IdGeneratorType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.orm.jpa.HibernatePropertiesCustomizer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Beans by {@code vesta.settings} or {@code vesta.servers}: {@link Ids}, a {@link Generator}, and what Hibernate and
 * MyBatis-Plus take where they are there.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
        })
@Conditional(VestaAutoConfiguration.IsConfigured.class)
@EnableConfigurationProperties(VestaProperties.class)
public class VestaAutoConfiguration {
    static final class IsConfigured extends AnyNestedCondition {
        IsConfigured() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty("vesta.settings")
        static class Embedded {}

        @ConditionalOnProperty("vesta.servers")
        static class Remote {}
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Ids vestaIds(VestaProperties given) {
        if (given.servers() == null) return Vesta.open(given.settings());
        if (given.settings() != null)
            throw new IllegalStateException("vesta.settings and vesta.servers exclude each other");
        check(given);
        var servers = Servers.at(given.servers());
        if (given.password() != null) servers = servers.login(given.user(), given.password());
        if (given.caFile() != null) servers = servers.tls(tls(given));
        return servers.connect();
    }

    /** What is forgotten must not send a password in the clear, or none. */
    private static void check(VestaProperties given) {
        if ((given.certificate() == null) != (given.key() == null))
            throw new IllegalStateException("vesta.certificate and vesta.key belong together");
        if (given.certificate() != null && given.caFile() == null)
            throw new IllegalStateException("vesta.certificate needs vesta.ca-file: the authority of the servers");
        if (!given.user().isEmpty() && given.password() == null)
            throw new IllegalStateException("vesta.user needs vesta.password");
    }

    private static SSLContext tls(VestaProperties given) {
        return given.certificate() == null
                ? Tls.believing(given.caFile())
                : Tls.believing(given.caFile(), given.certificate(), given.key());
    }

    @Bean
    @ConditionalOnMissingBean
    Generator vestaGenerator(Ids ids, VestaProperties given) {
        return ids.generator(Query.of(given.generator()).prefetch(given.prefetch(), given.maxAge()));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({IdGeneratorType.class, HibernatePropertiesCustomizer.class})
    static class ForHibernate {
        @Bean
        HibernatePropertiesCustomizer vestaForHibernate(Ids ids) {
            return settings -> settings.put(VestaIdGenerator.IDS, ids);
        }
    }

    /** The same of Spring Boot 4, which has the interface in another package. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        IdGeneratorType.class,
        org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer.class
    })
    static class ForHibernateOfBoot4 {
        @Bean
        org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer vestaForHibernate(Ids ids) {
            return settings -> settings.put(VestaIdGenerator.IDS, ids);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(IdentifierGenerator.class)
    static class ForMybatisPlus {
        @Bean
        @ConditionalOnMissingBean
        IdentifierGenerator vestaForMybatisPlus(Generator from) {
            return new VestaIdentifierGenerator(from);
        }
    }
}
