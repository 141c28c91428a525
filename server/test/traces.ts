import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { Product } from '../../contract/market'
import type { Order } from '../../contract/orders'
import type { StreamMessage } from '../../contract/stream'
import { until } from '../../test/support/until'
import { asked } from './asks'
import { newId } from './ids'
import { spawnServer } from './serverProcess'

interface OtlpValue {
  stringValue?: string
  intValue?: number | string
}
export interface OtlpSpan {
  /** `service.instance.id` of the process that sent it, if it has one. */
  instance?: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: OtlpValue }[]
}
interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpSpan['attributes'] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** A trace collector: OTLP over HTTP. */
export async function startCollector() {
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
    spans: (): OtlpSpan[] =>
      requests.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) => {
          const named = resource.attributes.find(({ key }) => key === 'service.instance.id')?.value.stringValue
          return scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, ...(named && { instance: named }) })),
          )
        }),
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

export const attribute = (span: OtlpSpan | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? Number(value?.intValue)
}

/** The server as it is run; without `DATABASE_URL` with the database that it brings. */
export async function startTracedServer(tracesTo: string, settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-traced-'))
  const child = spawnServer({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: tracesTo,
    ...settings,
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
    { describe: () => output },
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

/** A user of a server: requests with their own trace, and what a socket of the stream hears. */
export async function visit(origin: string, { account, password }: { account: string; password: string }) {
  const send = async <T>(method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, value: (await answer.json()) as T }
  }
  const { value } = await send<{ token: string }>('POST', '/sessions', { account, password })
  const authorization = `Bearer ${value.token}`
  const product = async () => (await (await fetch(`${origin}/api/products/BTCUSDT`)).json()) as Product
  return {
    send,
    authorization,
    product,
    async listen() {
      const heard: StreamMessage[] = []
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/stream`)
      socket.on('message', (text) => heard.push(JSON.parse(String(text))))
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'authenticate', token: value.token }))
      await until('the socket is authenticated', () => heard.some(({ type }) => type === 'authenticated'))
      return { heard, end: () => socket.terminate() }
    },
    async place(headers: Record<string, string> = {}) {
      const durations = (await product()).durations.toSorted((a, b) => a.seconds - b.seconds)
      const [{ seconds, earningsRateBp } = { seconds: 0, earningsRateBp: 0 }] = durations
      const terms = {
        symbol: 'BTCUSDT',
        direction: 'up',
        stake: '77.70',
        durationSeconds: seconds,
        earningsRateBp,
      } as const
      const order = asked({ id: newId(), ...terms })
      return send<Order>('POST', '/orders', order, { authorization, ...headers })
    },
  }
}
