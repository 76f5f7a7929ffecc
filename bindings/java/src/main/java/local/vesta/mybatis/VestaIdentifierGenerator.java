package local.vesta.mybatis;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import local.vesta.Generator;

/** The IDs of MyBatis-Plus' {@code @TableId(type = IdType.ASSIGN_ID)}: a bean, or {@code GlobalConfig.setIdentifierGenerator}. */
public class VestaIdentifierGenerator implements IdentifierGenerator {
    private final Generator from;

    /** Keys are made by that one. */
    public VestaIdentifierGenerator(Generator from) {
        this.from = from;
    }

    @Override
    public Number nextId(Object entity) {
        return from.next();
    }
}
