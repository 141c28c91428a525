import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { build } from 'esbuild'
import { WebSocket } from 'ws'
import type { Product } from '../../contract/market'
import { until } from '../../test/support/until'
import { createRecorder } from '../src/openTelemetry'
import { createLog } from '../src/shared/log'
import { projectRoot } from '../src/shared/paths'
import { recordTraces, requestSpan } from '../src/shared/tracing'
import { newId } from './ids'

interface OtlpValue {
  stringValue?: string
  intValue?: number | string
}
interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: OtlpValue }[]
}
interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpSpan['attributes'] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** What takes traces, as a collector does: OTLP over HTTP. */
async function startCollector() {
  const requests: OtlpRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/v1/traces') requests.push(JSON.parse(Buffer.concat(parts).toString('utf8')))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services: () => requests.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes)),
    spans: () =>
      requests.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const attribute = (span: OtlpSpan | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? Number(value?.intValue)
}

/** The server as it is run, with the database that it brings. */
async function startTracedServer(tracesTo: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-traced-'))
  const child = spawn(process.execPath, ['--import', 'tsx', join(projectRoot(), 'server', 'src', 'main.ts')], {
    cwd: projectRoot(),
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
      OTEL_EXPORTER_OTLP_ENDPOINT: tracesTo,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const started = await until(
    'the server to be ready',
    () => {
      if (child.exitCode !== null) throw new Error(output)
      const [, account = '', password = ''] = /sign-in: (\S+) \/ (\S+)/.exec(output) ?? []
      const origin = /ready: (http:\/\/\S+)\/h5\//.exec(output)?.[1]
      return origin && account ? { origin, account, password } : undefined
    },
    { withinMs: 60_000, describe: () => output },
  )
  return {
    ...started,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

test('a trace leads from the request over its SQL to the stream, and carries no value', async () => {
  const collector = await startCollector()
  const server = await startTracedServer(collector.url)
  try {
    const post = async <T>(path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.origin}/api${path}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      })
      return { status: answer.status, value: (await answer.json()) as T }
    }
    const login = await post<{ token: string }>('/sessions', { account: server.account, password: server.password })
    const { token } = login.value
    const heard: { type: string }[] = []
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/stream`)
    socket.on('message', (text) => heard.push(JSON.parse(String(text))))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'authenticate', token }))
    await until('the socket is authenticated', () => heard.some(({ type }) => type === 'authenticated'))
    const product = (await (await fetch(`${server.origin}/api/products/BTCUSDT`)).json()) as Product
    const [duration] = product.durations
    const place = (headers: Record<string, string> = {}) =>
      post(
        '/orders',
        {
          ...{ id: newId(), symbol: 'BTCUSDT', direction: 'up', stake: '77.70' },
          ...{ durationSeconds: duration?.seconds, earningsRateBp: duration?.earningsRateBp },
        },
        { authorization: `Bearer ${token}`, ...headers },
      )
    await until('there is a price', async () => (await place()).status === 201)
    heard.length = 0
    const placed = await place({ traceparent: `00-${TRACE}-${CALLER}-01` })
    expect(placed).toMatchObject({ status: 201 })
    await until('the socket hears of it', () => heard.some(({ type }) => type === 'order'))
    socket.terminate()
  } finally {
    await server.stop()
    await collector.stop()
  }
  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE)
  const request = spans.find(({ name }) => name === 'POST /api/orders')
  expect(request?.parentSpanId).toBe(CALLER)
  expect(attribute(request, 'http.response.status_code')).toBe(201)
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  const placing = below.find((span) => String(attribute(span, 'db.query.text')).includes('place_orders'))
  expect(placing?.name).toMatch(/^SQL /)
  const streamed = below.find(({ name }) => name === 'stream orders')
  expect(attribute(streamed, 'fairtick.sockets')).toBe(1)
  expect(JSON.stringify(collector.spans())).not.toMatch(new RegExp(`77\\.70|${server.account}|${server.password}`))
  expect(collector.services()[0]).toContainEqual({ key: 'service.name', value: { stringValue: 'fairtick' } })
  // Nothing is recorded that belongs to no request: loops ask the database many times a second.
  const ids = new Set(collector.spans().map(({ spanId }) => spanId))
  const alone = collector.spans().filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))
  expect(alone.filter(({ name }) => name.startsWith('SQL'))).toEqual([])
}, 120_000)

test('log lines of a request name its trace, others none', async () => {
  const lines = new PassThrough()
  const log = createLog('info', lines)
  const recorder = createRecorder('http://127.0.0.1:9')
  recordTraces(recorder)
  requestSpan({ traceparent: `00-${TRACE}-${CALLER}-01` }, {})?.enter(() => log.info('inside'))
  log.info('outside')
  recordTraces(undefined)
  await recorder.stop()
  const [inside, outside] = String(lines.read()).trim().split('\n')
  expect(JSON.parse(inside ?? '')).toMatchObject({ trace_id: TRACE, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(JSON.parse(outside ?? '')).not.toHaveProperty('trace_id')
})

test('what records traces is loaded by one import, which runs only where they go somewhere', async () => {
  const { metafile } = await build({
    entryPoints: [join(projectRoot(), 'server/src/main.ts')],
    absWorkingDir: projectRoot(),
    ...{ bundle: true, write: false, metafile: true, platform: 'node', packages: 'external', logLevel: 'silent' },
  })
  const users = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
    imports.filter((each) => /@opentelemetry|openTelemetry\.ts/.test(each.path)).map(({ kind }) => `${path}: ${kind}`),
  )
  expect([...new Set(users)].sort()).toEqual([
    'server/src/openTelemetry.ts: import-statement',
    'server/src/server.ts: dynamic-import',
  ])
})
