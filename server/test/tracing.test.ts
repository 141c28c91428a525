import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { trace } from '@opentelemetry/api'
import { build } from 'esbuild'
import { CHANGE_TOPICS } from '../../contract/limits'
import { startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { startThrowAwayRedis } from '../../scripts/setup/redis.mjs'
import { findRedis } from '../../scripts/setup/requirements.mjs'
import { until } from '../../test/support/until'
import { decodeMessage, encodeMessage, type NodeMessage } from '../src/cluster/message'
import { createOutbox } from '../src/cluster/outbox'
import { createDatabase } from '../src/database/database'
import { createRecorder } from '../src/openTelemetry'
import type { BusEvent } from '../src/shared/bus'
import { createLog } from '../src/shared/log'
import { projectRoot } from '../src/shared/paths'
import { recordTraces, requestSpan } from '../src/shared/tracing'
import { notifyUser, readUserEvent } from '../src/users/userEvents'
import { attribute, type OtlpSpan, startCollector, startTracedServer, visit } from './traces'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
test('a trace leads from the request over its SQL to the stream, and carries no value', async () => {
  const collector = await startCollector()
  const server = await startTracedServer(collector.url)
  try {
    const { listen, place } = await visit(server.origin, server)
    const { heard, end } = await listen()
    await until('there is a price', async () => (await place()).status === 201)
    heard.length = 0
    const placed = await place({ traceparent: `00-${TRACE}-${CALLER}-01` })
    expect(placed).toMatchObject({ status: 201 })
    await until('the socket hears of it', () => heard.some(({ type }) => type === 'order'))
    end()
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
})

/** npm cannot install it. */
const withRedis = findRedis() === undefined ? test.skip : test

withRedis('what happens on one node is in the same trace where another node tells its sockets', async () => {
  const collector = await startCollector()
  const redis = await startThrowAwayRedis()
  const postgres = await startThrowAwayPostgres()
  const database = createDatabase(postgres.url, createLog('silent'), 2)
  const shared = {
    DATABASE_URL: postgres.url,
    BUS_URL: redis.url,
    PRODUCT_NOTICE_MINUTES: '0',
    PROOF_KEY: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const node = (name: string, settings: Record<string, string> = {}) =>
    startTracedServer(collector.url, {
      ...shared,
      OTEL_RESOURCE_ATTRIBUTES: `service.instance.id=${name}`,
      ...settings,
    })
  const first = await node('first')
  const second = await node('second', { ROLES: 'api,stream' })
  const [placing, changing] = ['1'.repeat(32), '2'.repeat(32)]
  try {
    const here = await visit(first.origin, first)
    const { heard, end } = await (await visit(second.origin, first)).listen()
    await database.query(
      `insert into product_duration select id, 3, 7500 from product where symbol = 'BTCUSDT' on conflict do nothing`,
    )
    await until('a short order is on offer', async () =>
      (await here.product()).durations.some((each) => each.seconds === 3),
    )
    await until('there is a price', async () => (await here.place()).status === 201)
    const { value: order } = await here.place({ traceparent: `00-${placing}-${CALLER}-01` })
    const change = { changes: [{ symbol: 'BTCUSDT', marked: true, at: Date.now() }] }
    await here.send('PUT', '/favourites', change, {
      authorization: here.authorization,
      traceparent: `00-${changing}-${CALLER}-01`,
    })
    const states = () =>
      heard.flatMap((each) => (each.type === 'order' && each.order.id === order.id ? [each.order] : []))
    await until('the other node tells how the order ended', () => states().some(({ closedAt }) => closedAt !== null))
    await until('and what was marked', () =>
      heard.some((each) => each.type === 'changed' && each.topics.includes('favourites')),
    )
    end()
  } finally {
    await second.stop()
    await first.stop()
    await collector.stop()
    await redis.kill()
    await database.close()
    await postgres.stop()
  }
  const spans = collector.spans()
  const told = (name: string) => spans.filter((span) => span.name === name && span.instance === 'second')
  const parentOf = (span: OtlpSpan | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId)

  const placed = told('stream orders').find(({ traceId }) => traceId === placing)
  expect(attribute(placed, 'fairtick.sockets')).toBe(1)
  expect(parentOf(placed)).toMatchObject({ name: 'POST /api/orders', instance: 'first' })
  // The balance is read there, for the same socket.
  const read = spans.find(
    ({ name, instance, traceId }) => traceId === placing && instance === 'second' && /^SQL /.test(name),
  )
  expect(parentOf(read)).toMatchObject({ name: 'POST /api/orders', instance: 'first' })

  const settled = told('stream orders')
    .map(parentOf)
    .filter((span) => span?.name === 'settle orders')
  expect(settled[0]).toMatchObject({ instance: 'first' })
  expect(settled[0]).not.toHaveProperty('parentSpanId')
  const sql = spans.filter(({ parentSpanId }) => settled.some((span) => span?.spanId === parentSpanId))
  expect(sql.some((span) => String(attribute(span, 'db.query.text')).includes('settle_orders'))).toBe(true)

  const changed = told('stream changed').find(({ traceId }) => traceId === changing)
  expect(parentOf(changed)).toMatchObject({ name: 'PUT /api/favourites', instance: 'first' })
})

const EVENTS: BusEvent[] = [
  { type: 'balances', userId: 7n },
  { type: 'changed', userId: 7n, topics: ['messages', 'account'] },
  { type: 'session_ended', sessionId: 's' },
]
/** Messages that the nodes of a process send for these events, and what it notifies of the last but one. */
async function sent(within: (work: () => void) => void) {
  const messages: NodeMessage[] = []
  const payloads: unknown[] = []
  within(() => {
    const outbox = createOutbox('n', (message) => messages.push(message))
    for (const event of EVENTS) outbox.add(event)
    const tx = { query: async (_text: string, values: readonly unknown[]) => payloads.push(values[1]) }
    void notifyUser(tx, 7n, CHANGE_TOPICS)
  })
  await until('they are sent', () => messages.length === 1)
  return { message: encodeMessage(messages[0] as NodeMessage), payload: String(payloads[0]) }
}

test('without traces nothing is added to what nodes send', async () => {
  const { message, payload } = await sent((work) => work())
  expect(message).toBe(
    '{"from":"n","number":1,"events":[{"type":"balances","userId":"7"},' +
      '{"type":"changed","userId":"7","topics":["messages","account"]},{"type":"session_ended","sessionId":"s"}]}',
  )
  expect(payload).toBe(`7 ${CHANGE_TOPICS.join(',')}`)
  // A trace that is not kept costs nothing either.
  const recorder = createRecorder({ to: 'http://127.0.0.1:9', oneIn: 1 })
  recordTraces(recorder)
  const unkept = await sent((work) => requestSpan({ traceparent: `00-${TRACE}-${CALLER}-00` }, {})?.enter(work))
  recordTraces(undefined)
  await recorder.stop()
  expect(unkept).toEqual({ message, payload })
})

test('a trace goes along as an addition that every version reads over', async () => {
  const recorder = createRecorder({ to: 'http://127.0.0.1:9', oneIn: 1 })
  recordTraces(recorder)
  const { message, payload } = await sent((work) =>
    requestSpan({ traceparent: `00-${TRACE}-${CALLER}-01` }, {})?.enter(work),
  )
  recordTraces(undefined)
  await recorder.stop()
  const named = expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  expect(decodeMessage(message)?.events).toEqual(EVENTS.map((event) => ({ ...event, traceparent: named })))
  // Nodes of the version before take what has this form, and leave out topics that they do not know.
  expect(payload).toMatch(/^\d{1,18} [a-z_,]{1,200}$/)
  const event = readUserEvent(payload)
  expect(event).toMatchObject({ userId: 7n, traceparent: named })
  expect(event?.topics.slice(0, -1)).toEqual(CHANGE_TOPICS)
  // An invalid trace is left out, and its event stays.
  const spoilt = JSON.parse(message)
  for (const event of spoilt.events) event.traceparent = `${event.traceparent}; drop table`
  expect(decodeMessage(JSON.stringify(spoilt))?.events).toEqual(EVENTS)
  expect(readUserEvent('7 account,trace_abc')).toMatchObject({ traceparent: undefined })
})

test('log lines of a request name its trace, others none', async () => {
  const lines = new PassThrough()
  const log = createLog('info', lines)
  const recorder = createRecorder({ to: 'http://127.0.0.1:9', oneIn: 1 })
  recordTraces(recorder)
  requestSpan({ traceparent: `00-${TRACE}-${CALLER}-01` }, {})?.enter(() => log.info('inside'))
  log.info('outside')
  recordTraces(undefined)
  await recorder.stop()
  const [inside, outside] = String(lines.read()).trim().split('\n')
  expect(JSON.parse(inside ?? '')).toMatchObject({ trace_id: TRACE, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(JSON.parse(outside ?? '')).not.toHaveProperty('trace_id')
})

test('of requests one in many is traced, and each that its caller traces', async () => {
  const recorder = createRecorder({ to: 'http://127.0.0.1:9', oneIn: 1_000_000 })
  const isTraced = (headers: Record<string, string>) =>
    recorder.request(headers, {}).enter(() => trace.getActiveSpan()?.isRecording())
  const traced = Array.from({ length: 100 }, () => isTraced({}))
  expect(new Set(traced)).toEqual(new Set([false]))
  expect(isTraced({ traceparent: `00-${TRACE}-${CALLER}-01` })).toBe(true)
  await recorder.stop()
})

test('what records traces is loaded by one import, which runs only where they go somewhere', async () => {
  const { metafile } = await build({
    entryPoints: [join(projectRoot(), 'server/src/main.ts')],
    absWorkingDir: projectRoot(),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  })
  const users = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
    imports.filter((each) => /@opentelemetry|openTelemetry\.ts/.test(each.path)).map(({ kind }) => `${path}: ${kind}`),
  )
  expect([...new Set(users)].sort()).toEqual([
    'server/src/openTelemetry.ts: import-statement',
    'server/src/server.ts: dynamic-import',
  ])
})
