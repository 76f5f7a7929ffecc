package local.vesta.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * An ID that Vesta makes: {@code @Id @VestaId Long id}. The generators are the {@link local.vesta.Ids} among the settings of
 * Hibernate, {@link VestaIdGenerator#IDS}; Spring Boot's auto-configuration puts them there.
 */
@IdGeneratorType(VestaIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface VestaId {
    /** The generator; "" is the one named default. */
    String generator() default "";

    /** For segment generators: the numbers of that tag. */
    String tag() default "";

    /** How many IDs are reserved at once; 0: none ahead. */
    int prefetch() default 0;

    /** How old IDs that were reserved ahead may be. */
    long maxAgeMs() default 500;
}
