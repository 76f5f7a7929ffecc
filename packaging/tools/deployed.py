#!/usr/bin/env python3
"""Whether what Helm renders, or docker compose is told, would be taken.

    deployed.py VESTA helm MANIFESTS [MODELS]    each resource by Kubernetes' schemas, a ServiceMonitor by those of the npm package in
                                                 MODELS, and its settings by `vesta check`
    deployed.py VESTA compose FOLDER SCHEMA      by Compose's schema; its secrets are made, and read by `vesta check` and promtool
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

KUBERNETES = ('1.32', '1.37')  # the oldest and the newest that are tried
MONITOR = """\
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
new ServiceMonitor(JSON.parse(process.argv[1])).validate();
"""


def run(*command, **how):
    return subprocess.run(command, check=True, text=True, **how)


def make_secrets(folder):
    """What packaging/compose makes, for charts too."""
    run('sh', str(pathlib.Path(__file__).parents[1] / 'compose/secrets.sh'), folder)


def check_settings(program, text, moved):
    """Has `vesta check` read settings whose paths are those of a container."""
    with tempfile.TemporaryDirectory(prefix='vesta-settings-') as folder:
        for path, to in moved.items():
            text = text.replace(path, to)
        path = pathlib.Path(folder, 'vesta.yaml')
        path.write_text(text.replace('/var/lib/vesta', f'{folder}/state'), encoding='utf-8')
        environment = {name: value for name, value in os.environ.items() if not name.startswith('VESTA_')}
        run(program, 'check', '-c', str(path), stdout=subprocess.DEVNULL, env={**environment, 'VESTA_INSTANCE': 'vesta-1'})


def chart_secrets(folder):
    """The Secrets that the chart mounts, and where their files are instead."""
    make_secrets(folder)
    files = {'access/access.yaml': 'vesta/access.yaml', 'tls/tls.crt': 'vesta/server.pem', 'tls/tls.key': 'vesta/server.key',
             'tls/ca.crt': 'vesta/ca.pem', 'stores/password': 'vesta/db.password', 'stores/ca.crt': 'vesta/ca.pem'}
    return {f'/etc/vesta/{name}': f'{folder}/{file}' for name, file in files.items()}


def check_helm(program, manifests, models=None):
    import kubernetes_validate
    with open(manifests, encoding='utf-8') as file:
        resources = [each for each in yaml.safe_load_all(file) if each]
    with tempfile.TemporaryDirectory(prefix='vesta-secrets-') as folder:
        moved = chart_secrets(folder)
        for each in resources:
            if each['kind'] == 'ServiceMonitor':
                run('node', '--input-type=module', '-e', MONITOR, json.dumps(each), cwd=models)
            else:
                for version in KUBERNETES:
                    kubernetes_validate.validate(each, version, strict=True)
            if each['kind'] == 'ConfigMap':
                check_settings(program, each['data']['vesta.yaml'], moved)
    return f'{len(resources)} resources'


def bound(service):
    """The files that a service mounts, with where."""
    for volume in service.get('volumes', []):
        source, target = volume.split(':')[:2]
        if source.startswith('.'):
            yield source, target


def check_compose(program, folder, schema):
    import jsonschema
    folder = pathlib.Path(folder)
    told = yaml.safe_load((folder / 'compose.yaml').read_text(encoding='utf-8'))
    jsonschema.validate(told, json.loads(pathlib.Path(schema).read_text(encoding='utf-8')))
    missing = [source for service in told['services'].values() for source, _ in bound(service) if not (folder / source).is_file()]
    volumes = {volume.split(':')[0] for service in told['services'].values() for volume in service.get('volumes', [])}
    missing += sorted(each for each in volumes if not each.startswith('.') and each not in told['volumes'])
    if missing:
        sys.exit(f'mounted and not there: {missing}')
    with tempfile.TemporaryDirectory(prefix='vesta-secrets-') as made:
        make_secrets(made)
        digest = pathlib.Path(made, 'vesta/access.yaml').read_bytes()
        make_secrets(made)
        if pathlib.Path(made, 'vesta/access.yaml').read_bytes() != digest:
            sys.exit('secrets.sh makes other secrets when it is run again')
        check_settings(program, (folder / 'vesta.yaml').read_text(encoding='utf-8'), {'secrets/': f'{made}/vesta/'})
        os.rename(f'{made}/prometheus', f'{made}/secrets')
        for source, target in bound(told['services']['prometheus']):
            pathlib.Path(made, os.path.basename(target)).write_bytes((folder / source).read_bytes())
        run('promtool', 'check', 'config', f'{made}/prometheus.yml', stdout=subprocess.DEVNULL)
    for each in ('source.yaml', 'dashboards.yaml'):
        yaml.safe_load((folder / 'grafana' / each).read_text(encoding='utf-8'))
    return f'{len(told["services"])} services'


if __name__ == '__main__':
    checks = {'helm': check_helm, 'compose': check_compose}
    print(checks[sys.argv[2]](os.path.abspath(sys.argv[1]), *sys.argv[3:]))
