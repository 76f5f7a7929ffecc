import java.util.HashSet;
import vesta.api.V1Api;
import vesta.invoker.ApiClient;
import vesta.model.IdForm;
import vesta.model.MakeIdRequest;
import vesta.model.ShardedExplanation;
import vesta.model.TimeExplanation;

public class Client {
    static final String KNOWN = "2407837855670862845";

    static void expect(boolean good, Object what) {
        if (!good) throw new AssertionError(what);
    }

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        var api = new V1Api(client);
        var ids = api.makeIds("default", 3L, null, null, null, null, null).getIds();
        expect(new HashSet<>(ids).size() == 3 && ids.stream().allMatch(each -> Long.parseLong(each) > 1L << 53), ids);
        expect(api.makeIds("default", 1L, null, null, null, IdForm.HEX, null).getIds().get(0).length() == 16, "hex");
        var told = (TimeExplanation) api.explainId("default", KNOWN, null, null).getActualInstance();
        expect(told.getFields().getTime() == 94990103L && told.getFields().getMachine() == 1021L, told);
        var sharded = (ShardedExplanation) api.explainId("sharded", "62721", null, null).getActualInstance();
        expect(sharded.getFields().getShard() == 53L && sharded.getFields().getApp() == 1L, sharded);
        var parts = new MakeIdRequest().type("max-peak").genMethod(2L).machine(1021L).time(94990103L).seq(0L);
        expect(api.makeId("default", parts, null).getId().equals(KNOWN), "made");
        expect(api.listGenerators().getGenerators().get(0).getEpochLeftMs() > 1L << 31, "milliseconds");
    }
}
