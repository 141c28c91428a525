import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Receipt } from '../../contract/proof'
import { fromBase64 } from '../../proof/base64'
import { isAskSeen } from '../../proof/leftAsk'
import { isSignedByLog, keyIdOf, parseCheckpoint } from '../../proof/notes'
import { isSignedBy } from '../../proof/signatures'
import { cosignaturesOf, parseVerifierKey } from '../../proof/witnesses'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { witnessesOf as witnessesByScript } from '../../scripts/verify-receipt.mjs'
import { leafHash, nodeHash, rootOf } from '../../server/src/signedLogs/merkle'
import { logKey } from '../../server/src/signedLogs/note'
import { readWitnesses } from '../../server/src/signedLogs/settings'
import { createSigner } from '../../server/src/signedLogs/signer'
import { createWitnessWorker } from '../../server/src/signedLogs/witnesses'
import type { TestUser } from '../../server/test/app'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'
import { until } from '../support/until'

const SCRIPTS = join(__dirname, '../../scripts')
const ORIGIN = 'fairtick.test/api/log'
const folder = mkdtempSync(join(tmpdir(), 'fairtick-witness-'))
const proofKey = generateKeyPairSync('ed25519').privateKey
const { publicKey } = createSigner(proofKey)
const running: ChildProcess[] = []

/** Where witnesses read the heads of the log. */
let logPort: number

/** A witness in its own process; the line that it prints is what a server is configured with. */
function startWitness(name: string, port = '0', ...options: string[]): Promise<string> {
  const log = `${logKey(ORIGIN, publicKey)} http://127.0.0.1:${logPort}`
  const args = ['--name', name, '--log', log, '--folder', join(folder, name), '--port', port, ...options]
  const child = spawn(process.execPath, [join(SCRIPTS, 'witness.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.push(child)
  return new Promise((resolve) => child.stdout?.once('data', (line) => resolve(String(line).trim())))
}

let floor: TradingFloor
let user: TestUser
let lines: string[]
let settings: ReturnType<typeof readWitnesses>

beforeAll(async () => {
  logPort = await freePort()
  lines = [await startWitness('one.example/w'), await startWitness('two.example/w')]
  settings = readWitnesses({ WITNESSES: lines.join(', ') })
  floor = await createTradingFloor({ config: { proofKeys: [proofKey], proofOrigin: ORIGIN, ...settings } })
  await floor.app.listen({ host: '127.0.0.1', port: logPort })
  await floor.clock.advance(Date.now() - 600_000 - floor.clock.now())
  user = await floor.registerUser()
})
afterAll(async () => {
  for (const child of running) child.kill()
  await floor.close()
})

const offer = () => createWitnessWorker(floor.deps).runOnce()
/** Witnesses have their own clocks: a head that they are to sign is of now. */
async function sealNow(): Promise<void> {
  await floor.clock.advance(Date.now() - floor.clock.now())
  await floor.tick('100.0')
  await floor.deps.heads.seal()
}
const checkpoint = async () => (await floor.inject({ url: '/api/log/checkpoint' })).body
const signersOf = (note: string) => parseCheckpoint(note)?.signatures.map(({ name }) => name)

/**
 * On a busy machine a witness does not read all heads within its time, and continues when it is offered the next time: then
 * with a newer head, as one that is older than a few seconds is never signed.
 */
const bothSign = () =>
  until('the signatures of both witnesses', async () => {
    await sealNow()
    await offer()
    return signersOf(await checkpoint())?.length === 3
  })

function script(receipt: unknown, ...options: string[]): Promise<{ status: number; stdout: string }> {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, typeof receipt === 'string' ? receipt : JSON.stringify(receipt))
  return new Promise((resolve) => {
    execFile(process.execPath, [join(SCRIPTS, 'verify-receipt.mjs'), file, ...options], (error, stdout) =>
      resolve({ status: error ? Number(error.code) : 0, stdout }),
    )
  })
}

test('the published example of c2sp.org/signed-note: the id of a key, and a signature', () => {
  const key = fromBase64('AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k') ?? ''
  const signature =
    fromBase64('Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=') ?? ''
  expect(key.slice(0, 2)).toBe('01')
  expect(keyIdOf('example.com/foo', '01', key.slice(2))).toBe('530d903a')
  expect(signature.slice(0, 8)).toBe('530d903a')
  expect(isSignedBy('This is an example message.\n', signature.slice(8), key.slice(2))).toBe(true)
})

test('the published example of c2sp.org/tlog-cosignature is read', () => {
  const note = [
    'example.com/behind-the-sofa',
    '20852163',
    'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
    '',
    '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
    '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==',
    '',
  ].join('\n')
  expect(parseCheckpoint(note)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  // The time of the example's text is in the witness's signature.
  expect(parseCheckpoint(note)?.signatures[1]?.signature.slice(0, 16)).toBe(
    (1_679_315_147).toString(16).padStart(16, '0'),
  )
})

/**
 * A checkpoint of a public log of certificates, staging.ct.transparency.dev, as it stood on 23 May 2026, and published
 * keys.
 */
const PUBLIC = {
  text: 'arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n',
  lines: [
    'arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=',
    'arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=',
    'transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==',
    'witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==',
    'remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==',
    'witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==',
  ],
  log: 'arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f',
  witnesses: [
    'transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM',
    'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
    'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
    'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv',
  ],
}

/** Nothing of its own log: only the witnesses count. */
const UNSIGNED = { keys: [], publicKey: '' }

test('a checkpoint of a public log, signed by it and by four public witnesses, holds; another size does not', () => {
  const noteOf = (text: string) => `${text}\n${PUBLIC.lines.map((line) => `— ${line}\n`).join('')}`
  const checkpoint = noteOf(PUBLIC.text)
  const forged = noteOf(PUBLIC.text.replace('1432088532', '1432088533'))
  const log = parseVerifierKey(PUBLIC.log, '01')
  const signedBy = (note: string) => {
    const parsed = parseCheckpoint(note)
    return parsed && log && isSignedByLog(parsed, log.publicKey)
  }
  expect([signedBy(checkpoint), signedBy(forged)]).toEqual([true, false])
  const namesOf = (note: string) =>
    cosignaturesOf(note, PUBLIC.witnesses, { keys: [], publicKey: log?.publicKey ?? '' }).map(({ name }) => name)
  const names = PUBLIC.witnesses.map((key) => key.split('+')[0])
  expect(namesOf(checkpoint)).toEqual(names)
  expect(namesOf(forged)).toEqual([])
  expect(witnessesByScript({ checkpoint, ...UNSIGNED }, PUBLIC.witnesses)).toEqual(names)
  expect(witnessesByScript({ checkpoint: forged, ...UNSIGNED }, PUBLIC.witnesses)).toEqual([])
})

test('keys of other programs, of the example of signed-note and of the tests of golang.org/x/mod, have the ids that they say', () => {
  for (const key of [
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
  ])
    expect(parseVerifierKey(key, '01')?.name).toBe(key.split('+')[0])
})

test('the request of the example of tlog-witness is read, and the log in it is not known', async () => {
  const { url } = settings.witnesses[0] ?? { url: '' }
  const body = [
    'old 20852014',
    'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=',
    'jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=',
    '5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=',
    '/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=',
    '',
    'example.com/behind-the-sofa',
    '20852163',
    'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
    '',
    '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
    '',
  ].join('\n')
  expect((await fetch(`${url}/add-checkpoint`, { method: 'POST', body })).status).toBe(404)
})

test('the log of heads is in tiles that other programs read', async () => {
  for (let head = 0; head < 300; head++) {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    await floor.deps.heads.seal()
  }
  const row = await floor.database.first<{ size: bigint; root: Buffer }>(
    'select number as size, log_root as root from tree_head order by number desc limit 1',
  )
  const size = Number(row?.size)
  const get = async (path: string) => floor.inject({ url: `/api/log/tile/${path}` })
  const [full, part, above] = [await get('0/000'), await get(`0/001.p/${size - 256}`), await get('1/000.p/1')]
  expect(full.headers).toMatchObject({ 'content-type': 'application/octet-stream' })
  expect(full.headers['cache-control']).toContain('immutable')
  const hashes = (bytes: Buffer) =>
    Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
  const leaves = hashes(full.rawPayload)
  expect(leaves).toHaveLength(256)
  expect(rootOf(leaves)).toEqual(above.rawPayload)
  expect(nodeHash(above.rawPayload, rootOf(hashes(part.rawPayload)))).toEqual(row?.root)
  const bundle = (await get('entries/000')).rawPayload
  const length = bundle.readUInt16BE(0)
  expect(leafHash(bundle.subarray(2, 2 + length).toString())).toEqual(leaves[0])
  for (const path of [`0/001.p/${size - 255}`, '0/1', '0/002', '64/000', '0/000.p/256', '0/x000/001', '../000'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
})

test('heads are offered to witnesses, and a receipt says who has seen them', async () => {
  const body = floor.body()
  await floor.clock.advance(1_000)
  await floor.win(user, body, undefined, floor.pass)
  await sealNow()
  const before = (await floor.call(user, 'GET', `/orders/${body.id}/receipt`)).json<Receipt>()
  const keys = lines.map((line) => line.split(' ')[0] ?? '')
  const options = keys.flatMap((key) => ['--witness', key])
  expect((await script(before, ...options)).stdout).toContain('not_witnessed')
  await bothSign()
  expect(signersOf(await checkpoint())).toEqual([ORIGIN, 'one.example/w', 'two.example/w'])
  const receipt = (await floor.call(user, 'GET', `/orders/${body.id}/receipt`)).json<Receipt>()
  expect(await script(receipt, ...options)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('by 2 witnesses'),
  })
  const forged = {
    ...receipt,
    checkpoint: receipt.checkpoint.replace(/two.example.w .{8}.{16}/, (line) => `${line.slice(0, -4)}AAAA`),
  }
  expect((await script(forged, ...options)).stdout).toContain('not_witnessed')
  expect((await script(forged, ...options, '--needed', '1')).status).toBe(0)
  // As a proof of the public standard, and back.
  const proof = join(folder, 'receipt.tlog-proof')
  await script(receipt, '--tlog-proof', proof)
  const text = readFileSync(proof, 'utf8')
  expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex \d+\n/)
  expect(text.endsWith(receipt.checkpoint)).toBe(true)
  expect((await script(text, ...options)).status).toBe(0)
  expect((await script(text.replace('\nindex ', '\nindex 1'), ...options)).status).toBe(2)
})

test('a witness goes on after a restart, and signs neither a fork nor a log that was put back', async () => {
  const { url } = settings.witnesses[0] ?? { url: '' }
  running[0]?.kill()
  await new Promise((resolve) => running[0]?.once('exit', resolve))
  await startWitness('one.example/w', new URL(url).port)
  await bothSign()
  const note = await checkpoint()
  const hash = createHash('sha256').update(ORIGIN).digest('hex')
  const seen = await (await fetch(`${url}/${hash}/checkpoint`)).text()
  expect(seen.split('\n\n')[0]).toBe(note.split('\n\n')[0])

  const signer = createSigner(proofKey)
  const size = parseCheckpoint(note)?.size ?? 0
  const post = async (old: number, text: string, key = signer) => {
    const id = Buffer.from(keyIdOf(ORIGIN, '01', key.publicKey.toString('hex')), 'hex')
    const signature = Buffer.concat([id, key.signNow(text)]).toString('base64')
    const answer = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${old}\n\n${text}\n— ${ORIGIN} ${signature}\n`,
    })
    return { status: answer.status, text: await answer.text() }
  }
  const other = Buffer.alloc(32, 7).toString('base64')
  expect(await post(size, `${ORIGIN}\n${size}\n${other}\n`)).toEqual({ status: 409, text: `${size}\n` })
  expect((await post(size, `${ORIGIN}\n${size + 1}\n${other}\n`)).status).toBe(422)
  expect((await post(size, `${ORIGIN}\n${size - 1}\n${other}\n`)).status).toBe(400)
  expect(await post(0, `${ORIGIN}\n${size - 1}\n${other}\n`)).toEqual({ status: 409, text: `${size}\n` })
  expect((await post(size, `another.test/log\n${size}\n${other}\n`)).status).toBe(404)
  const stranger = createSigner(generateKeyPairSync('ed25519').privateKey)
  expect((await post(size, `${ORIGIN}\n${size}\n${other}\n`, stranger)).status).toBe(403)
  expect(await (await fetch(`${url}/${hash}/checkpoint`)).text()).toBe(seen)
})

test('a witness that was away reads what it missed, so many heads at a time, and then signs', async () => {
  const { url } = settings.witnesses[0] ?? { url: '' }
  running.at(-1)?.kill()
  await new Promise((resolve) => running.at(-1)?.once('exit', resolve))
  for (let head = 0; head < 250; head++) {
    await floor.clock.advance(1)
    await floor.tick('100.0')
    await floor.deps.heads.seal()
  }
  await startWitness('one.example/w', new URL(url).port)
  const hasSigned = async () => {
    const { number } = await floor.deps.heads.seal()
    return floor.database.some('select 1 from cosignature where head_number = $1 and witness = $2', [
      number,
      'one.example/w',
    ])
  }
  await offer()
  expect(await hasSigned()).toBe(false)
  for (let again = 0; again < 20 && !(await hasSigned()); again++) {
    await sealNow()
    await offer()
  }
  expect(await hasSigned()).toBe(true)
})

test('a witness that no log names asks for checkpoints itself, and says with which key it signs', async () => {
  const line = await startWitness('own.example/w', '0', '--every', '1')
  const [key = '', url = ''] = line.split(' ')
  expect(await (await fetch(`${url}/key`)).text()).toBe(`${key}\n`)
  const hash = createHash('sha256').update(ORIGIN).digest('hex')
  const signed = async (size: number) => {
    const note = await (await fetch(`${url}/${hash}/checkpoint`)).text()
    const isSigned = cosignaturesOf(note, [key], UNSIGNED).length === 1
    return isSigned && Number(note.split('\n')[1]) >= size
  }
  for (const _ of ['the first it sees', 'the next one']) {
    await sealNow()
    const { number } = await floor.deps.heads.seal()
    await until('its signature', () => signed(number))
  }
})

test('the hash of an ask can be left with a witness, which signs when it first had it, also after a restart', async () => {
  const [key = '', url = ''] = (await startWitness('asks.example/w')).split(' ')
  const leave = async (at: string, body: string) => {
    const answer = await fetch(`${at}/ask`, { method: 'POST', body })
    return { status: answer.status, text: await answer.text() }
  }
  const ask = 'ask|1|of this test'
  const hash = createHash('sha256').update(ask).digest('hex')
  const before = Date.now()
  const first = await leave(url, hash)
  const [at = '', signature = ''] = first.text.trim().split(' ')
  expect(first.status).toBe(200)
  expect(Number(at)).toBeGreaterThanOrEqual(before)
  expect(isAskSeen(ask, { witness: key, at: Number(at), signature })).toBe(true)
  expect(isAskSeen(`${ask}.`, { witness: key, at: Number(at), signature })).toBe(false)
  expect(await leave(url, JSON.stringify(hash))).toEqual(first)
  for (const wrong of ['', 'x', `${hash}0`, hash.toUpperCase()]) expect((await leave(url, wrong)).status).toBe(400)
  const child = running.at(-1)
  child?.kill()
  await new Promise((resolve) => child?.once('exit', resolve))
  const [, again = ''] = (await startWitness('asks.example/w')).split(' ')
  expect(await (await fetch(`${again}/ask/${hash}`)).text()).toBe(first.text)
  expect(await leave(again, hash)).toEqual(first)
  // A flood is refused, and pushes out nothing in a moment.
  const many = Array.from({ length: 150 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex'))
  const statuses = await Promise.all(many.map(async (each) => (await leave(again, each)).status))
  expect(statuses).toContain(429)
  expect(await leave(again, hash)).toEqual(first)
})

test('a server whose history is another one gets no signature', async () => {
  const own = await createTradingFloor({ config: { proofKeys: [proofKey], proofOrigin: ORIGIN, ...settings } })
  for (let head = 0; head < 400; head++) {
    await own.clock.advance(10)
    await own.tick('55.5')
    await own.deps.heads.seal()
  }
  await createWitnessWorker(own.deps).runOnce()
  expect(await own.database.query('select * from cosignature')).toEqual([])
  await own.close()
})

test('witnesses are named by key and address', () => {
  expect(settings.witnesses.map(({ name }) => name)).toEqual(['one.example/w', 'two.example/w'])
  expect(settings.witnessesNeeded).toBe(2)
  expect(readWitnesses({})).toEqual({ witnesses: [], witnessesNeeded: 0 })
  const [line = ''] = lines
  for (const wrong of ['x', line.replace('+', '+0'), line.replace('http:', 'ftp:'), line.split(' ')[0]])
    expect(() => readWitnesses({ WITNESSES: wrong })).toThrow('WITNESSES has')
  expect(() => readWitnesses({ WITNESSES: `${line}, ${line}` })).toThrow('twice')
  expect(() => readWitnesses({ WITNESSES: line, WITNESSES_NEEDED: '2' })).toThrow('WITNESSES_NEEDED')
})
