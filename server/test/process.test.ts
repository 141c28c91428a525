import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START_MS, until } from '../../test/support/until'
import { startEmbedded } from '../src/embedded/supervisor'
import { createLog } from '../src/shared/log'
import { spawnServer } from './serverProcess'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-process-'))
const children: ChildProcess[] = []

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  // A database that outlived its killed server is taken over once more, to be stopped.
  await (await startEmbedded({ dataDir: folder, log: createLog('silent') })).stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  child: ChildProcess
  output(): string
  ended: Promise<number | null>
}

function run(env: Record<string, string>): Run {
  const child = spawnServer({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...env })
  children.push(child)
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

const ready = (server: Run) =>
  until(
    'the server to be ready',
    () => {
      const origin = /ready: (http:\/\/\S+)\/h5\//.exec(server.output())?.[1]
      const code = /opening code: ([2-9A-Z]{8})/.exec(server.output())?.[1]
      const [, account, password] = /sign-in: (\S+) \/ (\S+)/.exec(server.output()) ?? []
      if (origin && code && account && password) return { origin, code, account, password }
      if (server.child.exitCode !== null) throw new Error(`the server has ended:\n${server.output()}`)
      return undefined
    },
    { withinMs: START_MS, describe: server.output },
  )

const login = (origin: string, account: string, password: string) =>
  fetch(`${origin}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })

test('start, kill -9, start again: same demo account, same code; a second process is refused; SIGTERM is clean', async () => {
  const first = run({})
  const before = await ready(first)
  const session = await login(before.origin, before.account, before.password)
  expect(session.status).toBe(201)
  first.child.kill('SIGKILL')
  await first.ended

  const second = run({})
  const after = await ready(second)
  expect({ ...after, origin: '' }).toEqual({ ...before, origin: '' })
  const { token } = (await session.json()) as { token: string }
  const me = await fetch(`${after.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ account: 'demo_user', balance: { total: '10000.00' } })

  const third = run({})
  expect(await third.ended).toBe(1)
  expect(third.output()).toMatch(
    /^fairtick: DATA_DIR .* is already used by another Fairtick process \(process \d+\)\.\n$/m,
  )

  const body = JSON.stringify({ account: after.account, password: after.password })
  const inFlight = request(`${after.origin}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  inFlight.flushHeaders()
  // The server has begun with the request, and waits for the rest.
  await once(inFlight, 'continue')
  second.child.kill('SIGTERM')
  inFlight.end(body)
  const [answer] = (await once(inFlight, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(201)
  answer.resume()
  expect(await second.ended).toBe(0)
})

test('of two processes that start together on a new folder one runs and the other says why it does not', async () => {
  const together = join(folder, 'together')
  const runs = [run({ DATA_DIR: together }), run({ DATA_DIR: together })]
  const outcomes = await Promise.all(
    runs.map((one) =>
      Promise.race([
        ready(one).then(
          () => 'ready',
          (error) => {
            if (one.child.exitCode === null) throw error
            return 'refused'
          },
        ),
        one.ended.then(() => 'refused'),
      ]),
    ),
  )
  expect(outcomes.sort()).toEqual(['ready', 'refused'])
  const refused = runs.find(({ child }) => child.exitCode !== null)
  expect(refused?.output()).toContain('is already used by another Fairtick process')
  const winner = runs.find(({ child }) => child.exitCode === null)
  winner?.child.kill('SIGINT')
  expect(await winner?.ended).toBe(0)
})

test('a taken port and a wrong setting stop the start with one sentence', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const onTaken = run({ PORT: String(port) })
  const onWrong = run({ FEED: 'crystal-ball' })
  const onDatabase = run({ DATABASE_URL: 'postgresql://user:secret-word@127.0.0.1:9/x' })
  const onLive = run({ FUNDS: 'live' })
  for (const { ended } of [onTaken, onWrong, onDatabase, onLive]) expect(await ended).toBe(1)
  taken.close()
  expect(onTaken.output()).toBe(`fairtick: Port ${port} on 127.0.0.1 is already in use: set PORT to another one.\n`)
  expect(onWrong.output()).toBe(
    'fairtick: FEED is "crystal-ball" but must be simulated, replay:<file>, or one or more of binance, okx and pyth with commas between.\n',
  )
  expect(onDatabase.output()).toMatch(/^fairtick: DATABASE_URL cannot be used: .*\.\n$/)
  expect(onDatabase.output()).not.toContain('secret-word')
  expect(onLive.output()).toMatch(/^fairtick: FUNDS=live is refused because it lacks .*\.\n$/)
})

test('variables for another PostgreSQL do not reach ours, and no end of the server leaves it running', async () => {
  const shell = {
    PGHOST: 'db.invalid',
    PGUSER: 'somebody',
    PGSSLMODE: 'require',
    PGOPTIONS: '-c search_path=x',
    PGSERVICE: 'other',
    PGPASSFILE: '/nowhere',
    PGCONNECT_TIMEOUT: '1',
  }
  const dataDir = join(folder, 'of-a-shell')
  const isRunning = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  const first = run({ ...shell, DATA_DIR: dataDir })
  await ready(first)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(isRunning()).toBe(false)

  const refused = run({ ...shell, DATA_DIR: dataDir, CURRENCY: 'EUR' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/^fairtick: .*CURRENCY.*\.\n$/)
  expect(isRunning()).toBe(false)

  const early = run({ ...shell, DATA_DIR: dataDir })
  await until('PostgreSQL', isRunning, { everyMs: 5 })
  early.child.kill('SIGTERM')
  await early.ended
  await until('PostgreSQL to end', () => !isRunning())

  const onServer = run({ PGOPTIONS: '-c x=y', DATABASE_URL: 'postgresql://127.0.0.1:9/x' })
  expect(await onServer.ended).toBe(1)
  expect(onServer.output()).toMatch(/"names":\["PGOPTIONS"\].*unset them/)
})
