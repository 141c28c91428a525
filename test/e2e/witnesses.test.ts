import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import type { Product } from '../../contract/market'
import type { Order } from '../../contract/orders'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { makeCertificate } from '../../scripts/setup/redis.mjs'
import { logKey } from '../../server/src/signedLogs/note'
import { createSigner } from '../../server/src/signedLogs/signer'
import { asked } from '../../server/test/asks'
import { offerIn } from '../support/shortDurations'
import { until } from '../support/until'
import { enter } from './account'
import { type Actor, createActor } from './actor'
import { launch, visit } from './browser'
import { type RunningServer, startServer } from './server'
import { containing, textsOf } from './texts'

const ORIGIN = 'witnessed.test/api/log'
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-witness-'))
const proofKey = generateKeyPairSync('ed25519').privateKey
const { publicKey } = createSigner(proofKey)
/** Longer than the few ticks that a result needs. */
const SHORT = { seconds: 5, earningsRateBp: 7_500 }
const SCRIPT = join(__dirname, '../../scripts/witness.mjs')

interface Witness {
  child: ChildProcess
  /** As `WITNESSES` takes it. */
  line: string
}

/** A witness in its own process, as anyone runs one; it reads heads from the server, which starts after it. */
async function startWitness(name: string, port = '0'): Promise<Witness> {
  const log = `${logKey(ORIGIN, publicKey)} http://127.0.0.1:${logPort}`
  const args = ['--name', name, '--log', log, '--folder', join(folder, name), '--port', port]
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text) => resolve(String(text).trim())),
  )
  return { child, line }
}

let logPort: number
let browser: Browser
let server: RunningServer
let witnesses: Witness[]
beforeAll(async () => {
  logPort = await freePort()
  witnesses = [await startWitness('one.example-w'), await startWitness('two.example-w')]
  browser = await launch('chromium shell', { takesAnyCertificate: true })
  server = await startServer({
    PORT: String(logPort),
    PROOF_ORIGIN: ORIGIN,
    PROOF_KEY: proofKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    WITNESSES: witnesses.map(({ line }) => line).join(', '),
    WITNESSES_NEEDED: '2',
  })
})
afterAll(async () => {
  await browser.close()
  for (const { child } of witnesses) child.kill()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** UUID of version 7. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const rest = randomBytes(9).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`
}

/** The product gets a duration that no test has to sit out. */
async function offerShortDuration(actor: Actor): Promise<void> {
  await offerIn(server, 'BTCUSDT', SHORT.seconds)
  await until('the short duration', async () => {
    const { durations } = await actor.asks<Product>('/products/BTCUSDT')
    return durations.some(({ seconds }) => seconds === SHORT.seconds)
  })
}

/** An order of the short duration, closed. */
async function closedOrder(actor: Actor): Promise<string> {
  const { seconds: durationSeconds, earningsRateBp } = SHORT
  const token = await actor.tab.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value?.token)
  const id = newId()
  const order = { symbol: 'BTCUSDT', direction: 'up', stake: '10.00', durationSeconds, earningsRateBp } as const
  const placed = await fetch(`${server.origin}/api/orders`, {
    method: 'POST',
    body: JSON.stringify(asked({ ...order, id }, { origin: ORIGIN })),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(await placed.json()).toMatchObject({ id })
  const closed = async () => (await actor.asks<Order>(`/orders/${id}`)).closedAt !== null
  await until('the result', closed, { withinMs: (durationSeconds + 60) * 1_000, everyMs: 500 })
  return id
}

/** An order whose receipt both witnesses have signed. */
let checkedId = ''

test('the check of a result names the witnesses who have seen it, and calls nothing verified that too few have', async () => {
  const t = textsOf('zh-CN')
  const { page, complaints, close } = await visit(browser)
  const actor = createActor(page, server.origin)
  await enter(actor, t, server.demo)
  await offerShortDuration(actor)
  checkedId = await closedOrder(actor)
  await actor.open(`/pages/order/closed?id=${checkedId}`)
  await actor.sees(t('orders.proof.checked'))
  await actor.sees(containing('one.example-w、two.example-w'))
  await actor.presses(t('orders.story.save'))
  await actor.sees(t('orders.proof.saveProof'))
  await actor.screenshot('witnessed')

  // One of them is away: the next result is not verified until it has come back.
  const [first] = witnesses
  first?.child.kill()
  await actor.open(`/pages/order/closed?id=${await closedOrder(actor)}`)
  await actor.sees(t('orders.proof.unreached'))
  await actor.sees(t('orders.proof.witness.missing', { seen: 1, needed: 2 }))
  await actor.screenshot('unwitnessed')
  witnesses[0] = await startWitness('one.example-w', new URL(first?.line.split(' ')[1] ?? '').port)
  await until(
    'the signature of the witness that came back',
    async () => {
      const says = await actor.tab.evaluate(() => document.body.textContent ?? '')
      if (says.includes(t('orders.proof.checked'))) return true
      // It may have asked again by itself in the meantime.
      if (says.includes(t('common.retry'))) await actor.presses(t('common.retry')).catch(() => undefined)
      return false
    },
    { everyMs: 2_000 },
  )
  expect(complaints).toEqual([])
  await close()
})

/**
 * The same build with a pin, as a deployment sets it (`TARO_APP_PROOF_PIN`): the text that was built in is replaced on
 * its way to the browser.
 */
async function buildWith(page: Page, pin: () => string) {
  const builtIn = 'pin:""'
  await page.setRequestInterception(true)
  page.on('request', async (request) => {
    if (!/\/later\.[^/]+\.js$/.test(request.url())) return request.continue()
    const parts = (await (await fetch(request.url())).text()).split(builtIn)
    // One about who signs orders, and one about who checks results.
    expect(parts).toHaveLength(3)
    return request.respond({ contentType: 'text/javascript', body: parts.join(`pin:${JSON.stringify(pin())}`) })
  })
}

test('an app that was built with a pin verifies a result of its log by its witnesses, and refuses that of another key', async () => {
  const t = textsOf('zh-CN')
  const { page, complaints, close } = await visit(browser)
  const keys = witnesses.map(({ line }) => line.split(' ')[0])
  let log = logKey(ORIGIN, publicKey)
  await buildWith(page, () => [log, ...keys, 2].join(' '))
  const actor = createActor(page, server.origin)
  await enter(actor, t, server.demo)
  await actor.open(`/pages/order/closed?id=${checkedId}`)
  await actor.sees(t('orders.proof.checked'))
  await actor.sees(containing('one.example-w、two.example-w'))
  log = logKey(ORIGIN, createSigner(generateKeyPairSync('ed25519').privateKey).publicKey)
  await page.reload()
  await actor.sees(containing(t('orders.proof.history.key_changed')))
  await actor.screenshot('pinned-to-another')
  log = logKey('another.test/api/log', publicKey)
  await page.reload()
  await actor.sees(containing(t('orders.proof.history.key_changed')))
  expect(complaints).toEqual([])
  await close()
})

/** The same witness with TLS, as a page may ask it. */
async function secured(url: string) {
  const made = makeCertificate()
  const [cert, key] = [made.certificate, made.key].map((file) => readFileSync(file))
  const front = createServer({ cert, key }, (asked, answer) => {
    const { method, headers, url: path } = asked
    const passed = request(new URL(path ?? '', url), { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  rmSync(made.folder, { recursive: true })
  return { host: `127.0.0.1:${(front.address() as AddressInfo).port}`, close: () => front.close() }
}

test('a witness that the user adds is asked by the device itself, and counts instead of those that the service names', async () => {
  const t = textsOf('zh-CN')
  const { host, close: stop } = await secured(witnesses[1]?.line.split(' ')[1] ?? '')
  const { page, complaints, close } = await visit(browser)
  const actor = createActor(page, server.origin)
  await enter(actor, t, server.demo)
  await actor.open('/pages/check/check')
  await actor.fills(t('orders.witnesses.address'), `https://${host}`)
  await actor.presses(t('orders.witnesses.add'))
  await actor.sees(host)
  await actor.sees('two.example-w')
  await actor.screenshot('own-witness')
  await actor.open(`/pages/order/closed?id=${checkedId}`)
  await actor.sees(t('orders.proof.checked'))
  await actor.sees(containing('two.example-w'))
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('one.example-w')
  // Without it, the service's own witnesses count again.
  await actor.open('/pages/check/check')
  await actor.presses(t('orders.witnesses.remove', { name: 'two.example-w' }))
  await actor.seesNoMore(host)
  await actor.open(`/pages/order/closed?id=${checkedId}`)
  await actor.sees(containing('one.example-w、two.example-w'))
  expect(complaints).toEqual([])
  await close()
  stop()
})
