import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { required } from '../../scripts/setup/requirements.mjs'
import { until, WAIT_MS } from '../support/until'
import { type Machine, type Machines, METRICS_TOKEN, PORTS } from './machines'
import type { Programs } from './programs'

export const MONITORING = join(__dirname, '../../deploy/monitoring')

interface Alert {
  status: 'firing' | 'resolved'
  fingerprint: string
  startsAt: string
  labels: Record<string, string>
  annotations: { summary: string; runbook_url: string }
  /** Path of the receiver's address. */
  path: string
}

/**
 * The rules as they are shipped, but for their patience: an alert waits 1 s instead of minutes, and looks back 10 s instead of
 * minutes or hours; the house 30 s, two readings of its figures. Restarts take their time, and what a node counts is counted for
 * as long as shipped: a busy machine may read none of its figures for 10 s. Thresholds stay, except that of an age:
 * a transaction is old after 10 s. A disk of this test's own may be a tmpfs.
 * alerts.test.yaml tests the true durations.
 */
const impatient = (rules: string) =>
  rules
    .replace(/^(\s+for:) \d+[smhd]$/gm, '$1 1s')
    .replace(/(?<!start_time_seconds\{job="fairtick"\}|increase\(fairtick_[^[]*)\[\d+[mh]\]/g, '[10s]')
    .replace('oldest_seconds) > 900', 'oldest_seconds) > 10')
    .replace('offset 1h', 'offset 30s')
    .replaceAll('"tmpfs|overlay"', '"overlay"')

/** Alertmanager's receiver: an HTTP server that keeps what it hears. */
async function openReceiver() {
  const heard: Alert[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { alerts } = JSON.parse(Buffer.concat(parts).toString()) as { alerts: Omit<Alert, 'path'>[] }
    heard.push(...alerts.map((alert) => ({ ...alert, path: request.url ?? '' })))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { heard, origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/**
 * Their configuration from deploy/, with intervals of a second, and the receiver's address for those that are to be
 * filled in.
 */
function configure(folder: string, machines: Machines, receiver: string) {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('alerts.yaml', impatient(readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8')))
  write('metrics_token', METRICS_TOKEN)
  write('ca.crt', readFileSync(machines.authority, 'utf8'))
  const prometheus = readFileSync(machines.of('db1', 'prometheus.yml'), 'utf8')
  const targets = prometheus
    .replaceAll(':9100', `:${PORTS.nodeExporter}`)
    .replaceAll(':9187', `:${PORTS.postgresExporter}`)
  write('prometheus.yml', targets.replace(/_interval: 10s/g, '_interval: 1s'))
  const alertmanager = readFileSync(join(MONITORING, 'alertmanager.yaml'), 'utf8')
  const filledIn = alertmanager.replace(/http:\/\/\w+\.invalid/g, receiver)
  write(
    'alertmanager.yaml',
    filledIn.replace(/group_wait: \w+/, 'group_wait: 0s').replace(/group_interval: \w+/g, 'group_interval: 1s'),
  )
  write('blackbox.yml', 'modules: { http_2xx: { prober: http, timeout: 2s } }\n')
}

async function startPrograms(folder: string, programs: Programs, front: string) {
  const file = (name: string) => join(folder, name)
  programs.start('alertmanager', required('alertmanager'), [
    `--config.file=${file('alertmanager.yaml')}`,
    `--storage.path=${file('alertmanager')}`,
    `--web.listen-address=${front}:${PORTS.alertmanager}`,
    '--cluster.listen-address=',
  ])
  const isReady = () =>
    fetch(`http://${front}:${PORTS.alertmanager}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('Alertmanager', isReady, {
    everyMs: 50,
    describe: () => programs.said('alertmanager'),
  })
  programs.start('prometheus', required('prometheus'), [
    `--config.file=${file('prometheus.yml')}`,
    `--storage.tsdb.path=${file('prometheus')}`,
    `--web.listen-address=${front}:${PORTS.prometheus}`,
    // The first alerts come before it has found Alertmanager.
    '--rules.alert.resend-delay=1s',
  ])
  const blackbox = [`--config.file=${file('blackbox.yml')}`, `--web.listen-address=${front}:${PORTS.blackbox}`]
  const env = { ...process.env, SSL_CERT_FILE: file('site.crt') }
  programs.start('blackbox', required('blackbox_exporter'), blackbox, { env })
}

interface World {
  /** A small disk that is full: node_exporter reads what process 1 has mounted. */
  disk?: string
  /** Whether it asks the kernel about the clock, as it does anywhere else; elsewhere start.ts and breaks.ts set the clock. */
  readsClock: boolean
}

/** node_exporter of a machine, in its own world. */
function startNodeExporter(programs: Programs, machines: Machines, name: Machine, { disk, readsClock }: World) {
  const args = [
    `--web.listen-address=${machines.address[name]}:${PORTS.nodeExporter}`,
    `--collector.textfile.directory=${machines.of(name, 'figures')}`,
    // All that is mounted, with what its own defaults leave out.
    '--collector.filesystem.mount-points-exclude=^/(dev|proc|sys)($|/)',
    '--collector.filesystem.fs-types-exclude=^(proc|sysfs|cgroup2?)$',
    ...(readsClock ? [] : ['--no-collector.timex']),
  ]
  const mount =
    disk && `mount -t tmpfs -o size=4m none '${disk}' && dd if=/dev/zero of='${disk}/full' bs=1M count=4 status=none;`
  const world = ['-mpf', '--mount-proc', 'sh', '-c', `${mount ?? ''} exec "$@"`, 'sh']
  programs.start(`node exporter ${name}`, 'unshare', [...world, required('node_exporter'), ...args])
}

/** Prometheus, Alertmanager and the exporters of node and blackbox, as deploy/hosts sets them up, and a receiver of alerts. */
export async function createWatchers(folder: string, programs: Programs, machines: Machines) {
  const receiver = await openReceiver()
  const front = machines.address.db1
  configure(folder, machines, receiver.origin)

  /** Prometheus's response; undefined while it does not. */
  async function ask(expression: string): Promise<{ metric: Record<string, string> }[] | undefined> {
    const address = `http://${front}:${PORTS.prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`
    const answer = await fetch(address).catch(() => undefined)
    const said = (await answer?.json()) as { data?: { result: { metric: Record<string, string> }[] } } | undefined
    return said?.data?.result
  }

  const names = (alerts: Alert[]) => [...new Set(alerts.map(({ labels }) => labels.alertname))].join(', ')
  const heardOf = (name: string, labels: Record<string, string>) =>
    receiver.heard.filter(
      ({ labels: own }) => own.alertname === name && Object.entries(labels).every(([key, value]) => own[key] === value),
    )

  return {
    ask,
    async start() {
      startNodeExporter(programs, machines, 'db1', { disk: join(folder, 'disk'), readsClock: true })
      startNodeExporter(programs, machines, 'db2', { readsClock: false })
      await startPrograms(folder, programs, front)
    },
    /** Waits until the alert, which began to fire after `sinceMs`, has come to who is to get it, with the address of its runbook. */
    async comes(name: string, sinceMs: number, labels: Record<string, string> = {}) {
      const come = () =>
        heardOf(name, labels).find(({ status, startsAt }) => status === 'firing' && Date.parse(startsAt) >= sinceMs)
      const alert = await until(`the alert ${name}`, come, {
        everyMs: 100,
        // Some come a minute after their fault by themselves.
        withinMs: 2 * WAIT_MS,
        describe: () => `Heard since: ${names(receiver.heard.filter((one) => Date.parse(one.startsAt) >= sinceMs))}`,
      })
      expect(alert.annotations.runbook_url).toMatch(/^https:\/\/docs\.example\/INCIDENTS\.md#[a-z-]+$/)
      expect(alert.labels).not.toHaveProperty('runbooks')
      expect(alert.path).toBe({ page: '/page', ticket: '/new', deadman: '/alive' }[alert.labels.severity ?? ''])
    },
    /** Waits until it is said that the alert is over. */
    ends: (name: string) =>
      until(`the end of ${name}`, () => heardOf(name, {}).at(-1)?.status === 'resolved', {
        everyMs: 100,
      }),
    /** Waits until no alert fires that `which` chooses, as PromQL. */
    async noneFires(which: string) {
      const firing = () => ask(`ALERTS{${which}}`)
      await until('all to be well', async () => (await firing())?.length === 0, {
        everyMs: 200,
        describe: async () => JSON.stringify((await firing())?.map(({ metric }) => metric)),
      })
    },
    close: receiver.close,
  }
}

export type Watchers = Awaited<ReturnType<typeof createWatchers>>
