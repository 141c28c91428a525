import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { required } from '../../scripts/setup/requirements.mjs'

const ROOT = join(__dirname, '../..')
const CHART = join(ROOT, 'deploy/helm/fairtick')
const run = promisify(execFile)

interface Container {
  name: string
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
  metadata: { name: string; annotations?: Record<string, string> }
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

/** Helm's output of the chart with these values: arguments such as `--set host=a.example`. Kubernetes reads YAML 1.1. */
export async function renderChart(...values: string[]): Promise<Manifest[]> {
  const { stdout } = await run(required('helm'), ['template', 'ft', CHART, ...values], { maxBuffer: 2 ** 24 })
  return parseAllDocuments(stdout, { version: '1.1' }).flatMap((document) => (document.toJS() as Manifest | null) ?? [])
}

export const lintChart = (...values: string[]) => run(required('helm'), ['lint', '--strict', CHART, ...values])

export function manifest(all: readonly Manifest[], kind: string, name: string): Manifest {
  const found = all.find((each) => each.kind === kind && each.metadata.name === name)
  if (!found) throw new Error(`The chart has no ${kind} ${name}.`)
  return found
}

export const container = ({ spec }: Manifest) => spec.template.spec.containers[0]

/** Environment of a container, with the files of `secrets` where Kubernetes would mount them. */
export function environment(all: readonly Manifest[], of: Manifest, secrets: string): Record<string, string> {
  const settings = of.kind === 'Deployment' ? manifest(all, 'ConfigMap', 'ft-settings').data : {}
  const own = (container(of).env ?? []).map(({ name, value }) => [
    name,
    value.replace(/^\/run\/secrets\/[a-z]+/, secrets).replace(/^\/run\/authorities/, secrets),
  ])
  return { ...settings, ...Object.fromEntries(own) }
}

/** Sentences on what Kubernetes would not take: fields it does not know, wrong types, values out of bounds. */
export async function problemsOf(all: readonly Manifest[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-chart-'))
  try {
    const lines = all.flatMap(({ apiVersion, kind, ...rest }, at) => [
      `import { ${kind} as Model${at}, type I${kind} as Kind${at} } from 'kubernetes-models/${apiVersion}/${kind}'`,
      `const manifest${at}: Kind${at} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 1)}`,
      `new Model${at}(manifest${at}).validate()`,
    ])
    const file = join(folder, 'manifests.mts')
    writeFileSync(file, lines.join('\n'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const inFolder = { cwd: folder, env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' } }
    const problems: string[] = []
    const take = (error: { stdout: string; stderr: string }) => problems.push(`${error.stdout}${error.stderr}`)
    // The validators let unknown fields pass; the types, made from the same description of the API, do not.
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext']
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, file], inFolder).catch(take)
    await run(process.execPath, [file], inFolder).catch(take)
    return problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
