#!/bin/sh
# secrets.sh FOLDER: makes what the fleet needs to be trusted, once: below FOLDER/vesta, mariadb, prometheus and client, each for the user
# of its container. Run again, it leaves everything as it is.
set -eu
umask 077
cd "$1"
[ ! -e vesta/access.yaml ] || exit 0
mkdir -p vesta mariadb prometheus client
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=fleet -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null

# certificate FOLDER NAMES
certificate() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$1/server.key" -out "$work/csr" 2>/dev/null
    echo "subjectAltName=$2" >"$work/names"
    openssl x509 -req -in "$work/csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 365 -extfile "$work/names" \
        -out "$1/server.pem" 2>/dev/null
}
certificate vesta DNS:node-1,DNS:node-2,DNS:node-3,DNS:localhost,IP:127.0.0.1
certificate mariadb DNS:mariadb
for each in vesta mariadb prometheus client; do cp "$work/ca.pem" "$each/ca.pem"; done
openssl rand -hex 16 | tr -d '\n' >mariadb/db.password
cp mariadb/db.password vesta/db.password

# token NAME RIGHTS: 256 random bits below client/, and the line of the access file with their digest
token() {
    printf 'vst_%s' "$(openssl rand -hex 32)" >"client/$1.token"
    printf '  %s: { tokens: [ "k1:sha256:%s" ], may: [ %s ] }\n' "$1" "$(openssl dgst -sha256 -r "client/$1.token" | cut -d ' ' -f 1)" "$2"
}
{
    echo 'principals:'
    token orders '"take *", "range *", "explain *"'
    token operator 'observe, health, admin'
    token prometheus 'observe, health'
    echo 'anonymous: { may: [ health ] }'
} >"$work/access.yaml"
mv client/prometheus.token prometheus/vesta.token

chmod 600 "$work/access.yaml"
if [ "$(id -u)" = 0 ]; then # the users of the images
    chown -R 999:999 mariadb
    chown -R 65534:65534 prometheus
    chown -R 10001:10001 vesta "$work/access.yaml"
fi
mv "$work/access.yaml" vesta/access.yaml # last: where it is, all is done
