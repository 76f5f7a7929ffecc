"""redis-py and urllib by TLS; see ../README.md."""
import ssl
import sys
import urllib.error
import urllib.request

import redis

ca, rpc, rest = sys.argv[1:]


def tell(word, ask):
    try:
        print(word, ask(), flush=True)
    except (redis.ConnectionError, urllib.error.URLError) as failed:
        if "certificate verify failed" not in str(failed):
            raise
        print(word, "refused", flush=True)


def genid():
    return redis.Redis("127.0.0.1", int(rpc), ssl=True, ssl_ca_certs=ca, ssl_check_hostname=True).execute_command("GENID")


def get_genid():
    with urllib.request.urlopen(f"https://127.0.0.1:{rest}/genid", context=ssl.create_default_context(cafile=ca)) as answer:
        return answer.read().decode()


tell("rpc", genid)
tell("rest", get_genid)
