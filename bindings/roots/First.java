import java.nio.file.Path;
import local.vesta.Vesta;

/** Prints an ID. */
class First {
    public static void main(String[] unused) {
        try (var ids = Vesta.open(Path.of("first.yaml"))) {
            System.out.println(ids.generator("").next());
        }
    }
}
