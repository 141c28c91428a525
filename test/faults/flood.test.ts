import { readFileSync } from 'node:fs'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { migrate } from '../../server/src/database/migrate'
import { newId } from '../../server/src/shared/ids'
import { lendRoles, withRole } from '../../server/test/database'
import { jpegPhoto, multipartBody, textBomb } from '../../server/test/photos'
import { newUser } from '../cluster/load'
import { pause, until } from '../support/until'
import { type ServerProcess, startServerProcess } from './serverProcess'
import { middle } from './traders'

/** FLOOD_SECONDS=300 is the full run, with the largest pictures that are decoded. */
const FULL = process.env.FLOOD_SECONDS !== undefined
const FLOOD_MS = Number(process.env.FLOOD_SECONDS ?? 12) * 1_000
const SIDE = FULL ? 6_300 : 3_000
const LOGINS = FULL ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2]
const NODE_MB = 300
/** Uploads of an account in a day; the honest one spreads fewer over the flood. */
const UPLOADS_A_DAY = 40
/** At once, each two uploads; after its uploads of a day an account is followed by a new one. */
const ATTACKERS = 3

let postgres: { url: string; stop(): Promise<void> }
let server: ServerProcess
let origin: string

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = await startServerProcess(port, { DATABASE_URL: withRole(postgres.url, 'fairtick_node'), MIGRATE: 'step' })
})
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
})

/** Memory of the node without its decoders, as the system counts it. */
function nodeMb(): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

/** Sends a body that was made before: the machine that floods is this one. */
async function upload(token: string, { payload, headers }: ReturnType<typeof multipartBody>): Promise<number> {
  const answer = await fetch(`${origin}/api/uploads?id=${newId()}&purpose=id_front`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: payload as BodyInit,
  })
  await answer.arrayBuffer()
  return answer.status
}

const guess = (account: string) =>
  fetch(`${origin}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'somebody else' }),
  }).then((answer) => answer.status)

test(`uploads and logins for ${FLOOD_MS / 1_000} s: an honest upload goes ahead of most, and the node gives the memory back`, async () => {
  const openingCode = /code\D*?\s([A-Z0-9]{8})\b/i.exec(server.greeting)?.[1] ?? ''
  const users = await Promise.all(
    Array.from({ length: 1 + ATTACKERS * Math.ceil(FLOOD_MS / 10_000) }, (_, index) =>
      newUser(origin, openingCode, index),
    ),
  )
  const [honest, ...attackers] = users.map(({ token }) => token)
  const photo = multipartBody(await jpegPhoto(1_200, 800))
  const worst = multipartBody(await textBomb(SIDE, 300))
  expect(await upload(honest ?? '', photo)).toBe(201)

  const beforeMb = nodeMb()
  let peakMb = beforeMb
  const end = performance.now() + FLOOD_MS
  const counts: Record<string, number> = {}
  const waits: number[] = []
  /** How many pictures of the flood were answered between the beginning of an upload and its answer. */
  const ahead = { honest: [] as number[], flood: [] as number[] }
  /** It was one: pictures were decoded, passwords were looked at, and somebody had to wait. */
  const hasFlooded = () => (counts['upload 201'] ?? 0) > 3 && (counts['login 401'] ?? 0) > 3 && waits.length > 2
  const isOver = () => performance.now() > end && hasFlooded()
  const whileFlooding = async (act: () => Promise<void>) => {
    while (!isOver()) await act()
  }
  const count = (what: string, status: number) => {
    counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1
  }
  const decoded = () => (counts['upload 201'] ?? 0) + (counts['upload 422'] ?? 0)
  async function attackBy(token: string) {
    let isUsedUp = false
    const lane = async () => {
      while (!isUsedUp && !isOver()) {
        const before = decoded()
        const status = await upload(token, worst)
        if (status === 201) ahead.flood.push(decoded() - before)
        count('upload', status)
        isUsedUp ||= status === 429
      }
    }
    await Promise.all([lane(), lane()])
  }
  await Promise.all([
    ...Array.from({ length: ATTACKERS }, async () => {
      for (let token = attackers.pop(); token && !isOver(); token = attackers.pop()) await attackBy(token)
    }),
    ...LOGINS.map((lane) => whileFlooding(async () => count('login', await guess(`nobody${lane}`)))),
    whileFlooding(async () => {
      peakMb = Math.max(peakMb, nodeMb())
      await pause(200)
    }),
    whileFlooding(async () => {
      const began = performance.now()
      const before = decoded()
      expect(await upload(honest ?? '', photo)).toBe(201)
      waits.push(Math.round(performance.now() - began))
      ahead.honest.push(decoded() - before)
      await pause(Math.max(500, FLOOD_MS / (UPLOADS_A_DAY - 4)))
    }),
  ])
  await until(`the node below ${NODE_MB} MB`, () => nodeMb() < NODE_MB, { everyMs: 200 })
  const figures = {
    beforeMb,
    peakMb,
    afterMb: nodeMb(),
    honest: { uploads: waits.length, longestMs: Math.max(...waits) },
    ahead: { honest: middle(ahead.honest), flood: middle(ahead.flood) },
  }
  process.stdout.write(`a flood of uploads and logins: ${JSON.stringify({ ...figures, answers: counts })}\n`)
  // In the order of their coming it would have as many ahead of it as they have, on any machine.
  expect(figures.ahead.honest).toBeLessThan(figures.ahead.flood)
})
