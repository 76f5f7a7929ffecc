{{- define "vesta.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{- define "vesta.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vesta.labels" -}}
{{ include "vesta.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* One server's section: what is common to both, and its own settings. Takes the root, the server's values and its port. */}}
{{- define "vesta.server" -}}
{{- $root := index . 0 }}{{ $server := index . 1 }}{{ $port := index . 2 }}
{{- if $server.enabled }}
{{- $section := dict "enabled" true "listen" (printf "0.0.0.0:%d" $port) "drain" $root.Values.drain }}
{{- with $root.Values.tls }}{{ if .existingSecret }}
{{- $tls := dict "certificate" "/etc/vesta/tls/tls.crt" "key" "/etc/vesta/tls/tls.key" }}
{{- if eq .clientCertificates "optional" }}{{ $tls = merge $tls (dict "client-ca" "/etc/vesta/tls/ca.crt" "client-certificates" "optional") }}{{ end }}
{{- $section = merge $section (dict "tls" $tls) }}
{{- end }}{{ end }}
{{- toYaml (merge $section $server.settings) }}
{{- else }}enabled: false{{ end }}
{{- end }}

{{- define "vesta.machineId" -}}
{{- if .Values.machineId.settings }}{{ toYaml .Values.machineId.settings }}
{{- else if eq .Values.kind "StatefulSet" -}}
provider: property
property: { host-name-ordinal: true, offset: {{ .Values.machineId.offset }} }
{{- else if .Values.machineId.kubernetes -}}
provider: kubernetes
kubernetes: { store: leases }
{{- else -}}
provider: database
database: { store: {{ required "a Deployment leases its machine IDs: set machineId.kubernetes, or name an SQL store of settings.stores in machineId.store" .Values.machineId.store | quote }}, mode: leased }
{{- end }}
{{- end }}

{{/* What the chart does not write itself, but for the store of Lease objects. */}}
{{- define "vesta.others" -}}
{{- $rest := deepCopy .Values.settings }}
{{- if .Values.machineId.kubernetes }}
{{- $leases := dict "kind" "kubernetes" "namespace" .Release.Namespace "database" (.Release.Name | replace "." "-") }}
{{- $rest = merge (dict "stores" (dict "leases" $leases)) $rest }}
{{- end }}
{{- toYaml $rest }}
{{- end }}

{{- define "vesta.settings" -}}
{{- if and .Values.machineId.kubernetes (or (eq .Values.kind "StatefulSet") .Values.machineId.settings .Values.machineId.store) }}
{{- fail "machineId.kubernetes is for kind: Deployment, and for neither machineId.store nor machineId.settings" }}
{{- end -}}
{{- if not (or .Values.access.existingSecret .Values.access.insecureOpen) }}
{{- fail "access.existingSecret names nobody who may take IDs; access.insecureOpen: true lets everybody do everything (docs/security.md)" }}
{{- end -}}
machine-id:
  {{- include "vesta.machineId" . | nindent 2 }}
state: { dir: /var/lib/vesta }
security: {{ if .Values.access.existingSecret }}{ access-file: /etc/vesta/access/access.yaml }{{ else }}{ insecure-open: true }{{ end }}
rest:
  {{- include "vesta.server" (list . .Values.rest 8080) | nindent 2 }}
rpc:
  {{- include "vesta.server" (list . .Values.rpc 6399) | nindent 2 }}
{{ include "vesta.others" . }}
{{- end }}
