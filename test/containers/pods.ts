import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../server/src/shared/assert'
import type { Manifest, Volume } from '../cluster/kubernetes'
import { podman } from './engine'

/** Modes of a volume's folder, and of its files unless the pod sets another: those of a kubelet. */
const FOLDER_MODE = 0o2777
const FILE_MODE = 0o644
const NETWORK = 'fairtick_default'

/** Contents of Secrets and ConfigMaps, by name and key. */
export type Objects = Record<string, Record<string, string>>

/** Files of a volume: none in an emptyDir. Throws if something is missing that it names. */
function filesOf({ secret, configMap }: Volume, objects: Objects): Record<string, string> {
  if (configMap) return present(objects[configMap.name], configMap.name)
  if (!secret) return {}
  const all = present(objects[secret.secretName], secret.secretName)
  return Object.fromEntries(secret.items.map(({ key, path }) => [path, present(all[key], key)]))
}

/** Fills the folder of a volume as a kubelet does; `group`: the `fsGroup` of the pod. */
function fillVolume(path: string, group: number, files: Record<string, string>, mode = FILE_MODE) {
  mkdirSync(path)
  for (const [name, value] of Object.entries(files)) {
    const file = join(path, name)
    writeFileSync(file, value)
    chownSync(file, 0, group)
    chmodSync(file, mode)
  }
  chownSync(path, 0, group)
  chmodSync(path, FOLDER_MODE)
}

/**
 * A pod of a workload, for `podman kube play`. Podman knows no Job. That of Debian 12 cannot mount a Secret, shares emptyDir
 * volumes between pods, publishes ports on the machine, where two pods collide, and asks probes by a curl in the container.
 * So volumes are folders below `folder` here, with the files of `objects`, Secrets and ConfigMaps by name; ports stay inside, and
 * probes are left to the test.
 */
function podOf(name: string, { spec }: Manifest, folder: string, objects: Objects) {
  const { containers, volumes = [], ...rest } = spec.template.spec
  const [{ ports, startupProbe, livenessProbe, readinessProbe, ...container }] = containers
  const hostPaths = volumes.map((volume) => {
    const path = join(folder, `${name}-${volume.name}`)
    fillVolume(path, rest.securityContext.fsGroup, filesOf(volume, objects), volume.secret?.defaultMode)
    return { name: volume.name, hostPath: { path, type: 'Directory' } }
  })
  const podSpec = { ...rest, containers: [container], volumes: hostPaths }
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...spec.template.metadata, name }, spec: podSpec }
}

export interface Pod {
  /** Name of its container. */
  container: string
  address(port: number): Promise<string>
}

/** Starts a pod of a workload next to the services of compose. `settings`: the ConfigMap that it may take its environment from. */
export async function playPod(
  name: string,
  workload: Manifest,
  settings: Manifest,
  folder: string,
  objects: Objects,
): Promise<Pod> {
  const file = join(folder, `${name}.yaml`)
  const documents = [settings, podOf(name, workload, folder, objects)]
  writeFileSync(file, documents.map((each) => JSON.stringify(each)).join('\n---\n'))
  await podman('kube', 'play', `--network=${NETWORK}`, file)
  const container = `${name}-${workload.spec.template.spec.containers[0].name}`
  const address = () =>
    podman('inspect', '--format', `{{(index .NetworkSettings.Networks "${NETWORK}").IPAddress}}`, container)
  return { container, address: async (port) => `http://${await address()}:${port}` }
}
