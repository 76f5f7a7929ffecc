package user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import local.vesta.Generator;
import local.vesta.Ids;
import local.vesta.Vesta;
import local.vesta.hibernate.VestaId;
import local.vesta.spring.VestaAutoConfiguration;
import org.apache.ibatis.annotations.Mapper;
import org.hibernate.HibernateException;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

/** Each with the framework itself, and a database in memory. */
class FrameworksTest {
    @Entity(name = "customers")
    static class Customer {
        @Id
        @VestaId
        Long id;
    }

    @Entity(name = "events")
    static class Event {
        @Id
        @VestaId(generator = "peak", prefetch = 10)
        Long id;
    }

    @TableName("orders")
    public static class Order {
        @TableId(type = IdType.ASSIGN_ID)
        public Long id;

        public String name = "a";
    }

    @Mapper
    public interface Orders extends BaseMapper<Order> {}

    @SpringBootApplication
    static class Program {}

    private static Configuration hibernate() {
        return new Configuration()
                .addAnnotatedClass(Customer.class)
                .addAnnotatedClass(Event.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:hibernate")
                .setProperty("hibernate.hbm2ddl.auto", "create");
    }

    private static void persist(EntityManagerFactory by, Object... all) {
        try (var manager = by.createEntityManager()) {
            manager.getTransaction().begin();
            for (var each : all) manager.persist(each);
            manager.getTransaction().commit();
        }
    }

    /** Each entity has IDs of its generator. */
    private static void assertHasIds(EntityManagerFactory jpa, Generator by) {
        var customer = new Customer();
        var events = List.of(new Event(), new Event());
        persist(jpa, customer, events.get(0), events.get(1));
        assertEquals(1, by.explain(customer.id).type());
        assertEquals(0, by.explain(events.get(0).id).type());
        assertTrue(events.get(0).id < events.get(1).id);
    }

    @Test
    void hibernate_has_ids_from_vesta() throws Exception {
        try (var ids = Given.open(Given.folder())) {
            var configuration = hibernate();
            configuration.getProperties().put("vesta.ids", ids);
            try (var sessions = configuration.buildSessionFactory()) {
                assertHasIds(sessions, ids.generator(""));
            }
        }
    }

    @Test
    void hibernate_without_vesta_says_what_it_needs() {
        try (var sessions = hibernate().buildSessionFactory()) {
            var told = assertThrows(HibernateException.class, () -> persist(sessions, new Customer()));
            assertTrue(told.getMessage().contains("needs the setting 'vesta.ids'"), told::toString);
        }
    }

    private static ConfigurableApplicationContext program(String... more) {
        var words = new ArrayList<>(List.of(
                "--spring.datasource.url=jdbc:h2:mem:spring;INIT=CREATE TABLE IF NOT EXISTS orders (id BIGINT\\, name TEXT)",
                "--spring.jpa.hibernate.ddl-auto=create",
                "--spring.main.banner-mode=off",
                "--mybatis-plus.global-config.banner=false",
                "--logging.level.root=warn"));
        words.addAll(List.of(more));
        return SpringApplication.run(Program.class, words.toArray(String[]::new));
    }

    @Test
    void spring_boot_gives_jpa_and_mybatis_plus_ids_of_this_process() throws Exception {
        var folder = Given.folder();
        Files.writeString(folder.resolve("vesta.yaml"), Given.settings(folder).toString());
        try (var program = program("--vesta.settings=" + folder.resolve("vesta.yaml"))) {
            var by = program.getBean(Generator.class);
            assertHasIds(program.getBean(EntityManagerFactory.class), by);
            var order = new Order();
            program.getBean(Orders.class).insert(order);
            assertEquals(1, by.explain(order.id).type());
        }
        Vesta.open(folder.resolve("vesta.yaml")).close(); // the program has closed its own
    }

    private static final ApplicationContextRunner CONTEXT =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(VestaAutoConfiguration.class));

    @Test
    void spring_boot_gives_ids_of_servers_by_tls_and_log_in() throws Exception {
        var folder = Given.folder();
        var token = Given.access(folder, "orders");
        try (var server = RemoteTest.tlsServer(folder, true)) {
            CONTEXT.withPropertyValues(
                            "vesta.servers=" + server.address,
                            "vesta.user=orders",
                            "vesta.password=" + token,
                            "vesta.ca-file=" + folder.resolve("ca.pem"),
                            "vesta.certificate=" + folder.resolve("client.pem"),
                            "vesta.key=" + folder.resolve("client.key"))
                    .run(context -> assertTrue(context.getBean(Generator.class).next() > 0));
        }
    }

    @Test
    void spring_boot_without_settings_of_vesta_is_left_alone() {
        CONTEXT.run(context -> assertTrue(context.getBeansOfType(Ids.class).isEmpty()));
    }

    @Test
    void spring_boot_refuses_settings_and_servers_at_once() {
        CONTEXT.withPropertyValues("vesta.settings=a.yaml", "vesta.servers=a:1")
                .run(context -> assertNotNull(context.getStartupFailure()));
    }
}
