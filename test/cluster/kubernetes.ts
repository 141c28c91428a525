import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

interface Container {
  name: string
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  ports?: object[]
  startupProbe?: object
  livenessProbe: { httpGet: { path: string } }
  readinessProbe: { httpGet: { path: string } }
}

export interface Volume {
  name: string
  secret?: { secretName: string; defaultMode: number; items: { key: string; path: string }[] }
  configMap?: { name: string }
}

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: {
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: [Container]
        securityContext: { fsGroup: number }
        terminationGracePeriodSeconds?: number
        volumes?: Volume[]
      }
    }
  }
}

/** deploy/kubernetes.yaml with other values for some settings of its ConfigMap. Kubernetes reads YAML 1.1. */
export function readManifests(settings: Record<string, string> = {}): Manifest[] {
  const text = readFileSync(join(__dirname, '../../deploy/kubernetes.yaml'), 'utf8')
  const all = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as Manifest)
  return all.map((each) => (each.kind === 'ConfigMap' ? { ...each, data: { ...each.data, ...settings } } : each))
}

export function manifest(all: readonly Manifest[], kind: string, name: string): Manifest {
  const found = all.find((each) => each.kind === kind && each.metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}.`)
  return found
}

export const container = ({ spec }: Manifest) => spec.template.spec.containers[0]

/** Environment of a container, with the files of `secrets` where Kubernetes would mount them. */
export function environment(manifests: readonly Manifest[], of: Manifest, secrets: string): Record<string, string> {
  const settings = of.kind === 'Deployment' ? manifest(manifests, 'ConfigMap', 'fairtick').data : {}
  const own = (container(of).env ?? []).map(({ name, value }) => [name, value])
  const all = Object.entries<string>({ ...settings, ...Object.fromEntries(own) })
  const here = (value: string) => value.replace(/^\/run\/(secrets\/[a-z]+|authorities)/, secrets)
  return Object.fromEntries(all.map(([name, value]) => [name, here(value)]))
}
