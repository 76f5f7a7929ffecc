import com.sankuai.inf.leaf.common.Utils;

/** Which address of this host a node of Leaf goes by in ZooKeeper. */
public final class Address {
    public static void main(String[] words) {
        System.out.print(Utils.getIp());
    }
}
