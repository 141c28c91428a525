{{- define "fairtick.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "fairtick.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{ include "fairtick.selector" . }}
{{- end -}}

{{- define "fairtick.selector" -}}
app.kubernetes.io/name: fairtick
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* Of every pod: nothing of Kubernetes is reached from it, and it runs as an account without rights. */ -}}
{{- define "fairtick.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "fairtick.container" -}}
image: {{ include "fairtick.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- /* A workload of nodes: root, name, roles, replicas (none where it is scaled), databasePool, env, secretKeys, resources. */ -}}
{{- define "fairtick.nodes" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .name }}
  labels:
    {{- include "fairtick.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  {{- with .replicas }}
  replicas: {{ . }}
  {{- end }}
  # Old nodes go when new ones serve: both versions work beside each other.
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels:
      {{- include "fairtick.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .name }}
  template:
    metadata:
      labels:
        {{- include "fairtick.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
      annotations:
        fairtick/settings: {{ toJson $root.Values.settings | sha256sum | trunc 16 }}
    spec:
      {{- include "fairtick.pod" $root | nindent 6 }}
      # Longer than the last requests (5 s until no proxy sends more, then 10 s to end).
      terminationGracePeriodSeconds: 30
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "fairtick.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .name }}
      containers:
        - name: node
          {{- include "fairtick.container" $root | nindent 10 }}
          ports:
            - { name: http, containerPort: 8080 }
            {{- if .consolePort }}
            - { name: console, containerPort: {{ .consolePort }} }
            {{- end }}
          envFrom:
            - configMapRef: { name: {{ $root.Release.Name }}-settings }
          env:
            - { name: ROLES, value: {{ join "," .roles | quote }} }
            - { name: DATABASE_POOL, value: {{ .databasePool | quote }} }
            {{- range $name, $value := .env }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
            {{- range concat $root.Values.secret.keys .secretKeys }}
            - { name: {{ . }}_FILE, value: /run/secrets/fairtick/{{ . }} }
            {{- end }}
            {{- if $root.Values.authorities.configMap }}
            - { name: NODE_EXTRA_CA_CERTS, value: /run/authorities/ca.crt }
            {{- end }}
          # A restart mends a process that answers nothing; it does not mend the database, which is asked below only.
          startupProbe:
            httpGet: { path: /api/health/live, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /api/health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # No request goes to a node whose database does not answer.
          readinessProbe:
            httpGet: { path: /api/health/node, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 2
          lifecycle:
            preStop: { sleep: { seconds: 5 } }
          resources: {{ toYaml .resources | nindent 12 }}
          volumeMounts:
            - { name: secrets, mountPath: /run/secrets/fairtick, readOnly: true }
            - { name: tmp, mountPath: /tmp }
            - { name: data, mountPath: /data }
            {{- if $root.Values.authorities.configMap }}
            - { name: authorities, mountPath: /run/authorities, readOnly: true }
            {{- end }}
      volumes:
        # Only the keys of this workload: the account of staff is in no pod that users reach.
        - name: secrets
          secret:
            secretName: {{ $root.Values.secret.name }}
            defaultMode: 0440
            items:
              {{- range concat $root.Values.secret.keys .secretKeys }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
        - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
        - { name: data, emptyDir: { sizeLimit: 1Gi } }
        {{- if $root.Values.authorities.configMap }}
        - name: authorities
          configMap: { name: {{ $root.Values.authorities.configMap }} }
        {{- end }}
{{- end -}}
