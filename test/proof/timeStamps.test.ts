import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCheckpoint } from '../../proof/notes'
import { createMonitor } from '../../scripts/monitor.mjs'
import { createTimeStamper } from '../../server/src/signedLogs/timeStamps'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'

/**
 * A time-stamping authority of RFC 3161: openssl makes and signs its replies, and checks them. Its clock is the machine's.
 */
const folder = mkdtempSync(join(tmpdir(), 'fairtick-stamps-'))
const inFolder = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const CONFIG = `[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
[tsa]
extendedKeyUsage = critical, timeStamping
[site]
extendedKeyUsage = critical, serverAuth
[tsa_config]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

/** A key with its certificate, which `issuer` signs, or the key itself. */
function certificate(name: string, extensions: string, issuer?: string): void {
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    `/CN=${name}`,
  )
  const by = issuer ? ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`] : ['-signkey', `${name}.key`]
  const made = ['-extfile', 'openssl.cnf', '-extensions', extensions, '-days', '2', '-out', `${name}.pem`]
  openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...made)
}

let authority: Server
let url: string
/** What the authority answers instead of the request that came. */
let query: Buffer | undefined
let floor: TradingFloor
let address: string
let key: string
beforeAll(async () => {
  writeFileSync(inFolder('openssl.cnf'), CONFIG)
  writeFileSync(inFolder('serial'), '01')
  certificate('root', 'ca')
  certificate('tsa', 'tsa', 'root')
  certificate('other', 'ca')
  authority = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    query ??= Buffer.concat(parts)
    writeFileSync(inFolder('query.tsq'), query)
    query = undefined
    const by = ['-signer', 'tsa.pem', '-inkey', 'tsa.key']
    openssl(
      'ts',
      '-reply',
      '-config',
      'openssl.cnf',
      '-section',
      'tsa_config',
      '-queryfile',
      'query.tsq',
      ...by,
      '-out',
      'reply.tsr',
    )
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(inFolder('reply.tsr')))
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`
  floor = await createTradingFloor()
  address = await floor.app.listen({ host: '127.0.0.1', port: 0 })
  await floor.clock.advance(Date.now() - floor.clock.now())
  key = (await floor.inject({ url: '/api/proof/policy' })).json().publicKey
})
afterAll(async () => {
  await floor.close()
  authority.close()
  rmSync(folder, { recursive: true })
})

/** A head of now, and its time stamp. */
async function stampHead(): Promise<number> {
  await floor.clock.advance(Date.now() - floor.clock.now())
  await floor.tick('100.0')
  const { number } = await floor.deps.heads.seal()
  await createTimeStamper({ ...floor.deps, config: { ...floor.deps.config, timeStampUrl: url } })()
  return number
}
const stampedHeads = async () => (await floor.inject({ url: '/api/log/stamps' })).json<{ heads: number[] }>().heads
let monitors = 0
async function look(by: string, state = `monitor-${monitors++}`) {
  await floor.clock.advance(Date.now() - floor.clock.now())
  const certificates = readFileSync(inFolder(`${by}.pem`), 'utf8')
  const monitor = createMonitor({ url: address, folder: inFolder(state), key, authority: certificates })
  return monitor.runOnce()
}

test('without a setting nobody is asked', async () => {
  await floor.tick('100.0')
  await floor.deps.heads.seal()
  await createTimeStamper(floor.deps)()
  expect(await stampedHeads()).toEqual([])
})

test('the root of heads has a time stamp that openssl verifies, and that a monitor holds against its own root', async () => {
  const number = await stampHead()
  expect(await stampedHeads()).toEqual([number])
  const reply = await floor.inject({ url: `/api/log/stamps/${number}` })
  expect(reply.headers['content-type']).toBe('application/timestamp-reply')
  writeFileSync(inFolder('stamp.tsr'), reply.rawPayload)
  const { checkpoint } = (await floor.inject({ url: `/api/proof/heads/${number}` })).json<{ checkpoint: string }>()
  writeFileSync(inFolder('checkpoint.txt'), parseCheckpoint(checkpoint)?.text ?? '')
  openssl('ts', '-verify', '-data', 'checkpoint.txt', '-in', 'stamp.tsr', '-CAfile', 'root.pem')
  for (const by of ['root', 'tsa']) expect(await look(by)).toMatchObject({ problem: undefined, last: number })
  expect((await look('other')).problem).toMatch(/not signed by the authority/)
  expect((await floor.inject({ url: `/api/log/stamps/${number + 1}` })).statusCode).toBe(404)
})

test('a monitor continues with the stamps that are new, and says when they are old', async () => {
  const state = 'continued'
  expect((await look('root', state)).problem).toBeUndefined()
  const number = await stampHead()
  expect(await look('root', state)).toMatchObject({ problem: undefined, last: number })
  const { stamped } = JSON.parse(readFileSync(join(inFolder(state), 'state.json'), 'utf8'))
  expect(stamped.head).toBe(number)
  expect(Math.abs(stamped.at - Date.now())).toBeLessThan(60_000)
})

test('of the authority’s certificates only one that is made for times counts', async () => {
  certificate('site', 'site', 'root')
  const number = await stampHead()
  const reply = await floor.inject({ url: `/api/log/stamps/${number}` })
  writeFileSync(inFolder('stamp.tsr'), reply.rawPayload)
  openssl('ts', '-reply', '-in', 'stamp.tsr', '-token_out', '-out', 'token.der')
  openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'token.der', '-out', 'info.der')
  // openssl signs no time with the other certificate, but any content.
  const signedBy = async (name: string) => {
    const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4']
    const by = ['-signer', `${name}.pem`, '-inkey', `${name}.key`]
    openssl(
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      ...type,
      ...by,
      '-in',
      'info.der',
      '-outform',
      'DER',
      '-out',
      'cms.der',
    )
    const parts = Buffer.concat([Buffer.from('3003020100', 'hex'), readFileSync(inFolder('cms.der'))])
    const head = Buffer.from([0x30, 0x82, parts.length >> 8, parts.length & 255])
    const values = [Buffer.concat([head, parts]), number]
    await floor.database.query('update time_stamp set reply = $1 where head_number = $2', values)
    return (await look('root')).problem
  }
  expect(await signedBy('tsa')).toBeUndefined()
  expect(await signedBy('site')).toMatch(/not signed by the authority/)
  await floor.database.query('delete from time_stamp')
})

test('a stamp that the house swaps for that of another root is told', async () => {
  const [first, second] = [await stampHead(), await stampHead()]
  await floor.database.query(
    'update time_stamp set reply = (select reply from time_stamp where head_number = $1) where head_number = $2',
    [first, second],
  )
  expect((await look('root')).problem).toBe(
    `the time stamp of head ${second} does not hold: it is about something else`,
  )
  await floor.database.query('delete from time_stamp')
})

test('what is no time stamp of this root is not kept', async () => {
  const before = await stampedHeads()
  query = Buffer.from('not a query')
  await stampHead()
  query = readFileSync(inFolder('query.tsq'))
  await stampHead()
  expect(await stampedHeads()).toEqual(before)
})
