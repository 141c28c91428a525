import type { FeedEventPage, LoggedHead, LogRestore, Receipt, TreeHead } from '../../contract/proof'
import { leafHash } from '../../proof/hashing'
import { headLeaf, productsRoot, type RememberedHead } from '../../proof/heads'
import { restoreText } from '../../proof/texts'
import type { SeenCheckpoint } from '../../proof/time'
import { rootOf } from '../../proof/trees'
import { NOON } from '../../test/client/factories'
import { type Answers, answered, fakeHttp, refused } from '../../test/client/http'
import { checkpointOf, headOf, policyOf, receiptOf, rememberedOf, signedByLog, TICKS } from '../../test/client/receipts'
import type { ApiResult } from '../api/http'
import { historyOf } from './logHistory'
import type { ProofCheckDeps } from './ProofStore'

/** The log of a house that was restored to its second head: three heads, the last with the log of feed events. */
const KEPT = 2
const PUBLIC_KEY = receiptOf().publicKey
const leafOf = (head: TreeHead) => headLeaf(head, productsRoot(head))
const rootOfTexts = (texts: readonly string[]) => rootOf(texts.map(leafHash))

function statement(changes: Partial<LogRestore> = {}): LogRestore {
  const heads = [1, 2].map((number) => headOf(number, TICKS))
  const root = rootOf(heads.map(leafOf))
  const said = {
    kept: KEPT,
    root,
    keptAt: heads[1]?.at ?? 0,
    at: NOON + 60_000,
    reason: 'hardware' as const,
    ...changes,
  }
  return { ...said, publicKey: PUBLIC_KEY, signature: signedByLog(restoreText('fairtick.test/log', said)) }
}

const entryOf = ({ kept, root, at, reason, signature }: LogRestore) =>
  ['feed', 1, at, 'restored', '-', kept, root, reason, signature].join('|')

/** A house whose log of feed events has `before` entries, the statement, and `after` more. */
function houseOf(restore: LogRestore, { before = 3, after = 2 } = {}) {
  const entry = (at: number, index: number) => `feed|1|${at}|audit|-|${index}|${'0'.repeat(64)}`
  const entries = [
    ...Array.from({ length: before }, (_, index) => entry(restore.at - 100_000 + index, index)),
    entryOf(restore),
    ...Array.from({ length: after }, (_, index) => entry(restore.at + 1 + index, index)),
  ]
  const last = headOf(3, TICKS)
  const feeds = { name: 'feeds', size: entries.length, root: rootOfTexts(entries) }
  const head: TreeHead = { ...last, logs: [feeds, ...last.logs] }
  const heads = [headOf(1, TICKS), headOf(2, TICKS), head]
  const leaves = heads.map(leafOf)
  const asked: unknown[] = []
  const answers: Answers = {
    getProofPolicy: answered({ ...policyOf(), restores: [restore] }),
    getHead({ params }) {
      const number = Number(params.number)
      const shown = heads[number - 1] as TreeHead
      const checkpoint = checkpointOf(leaves.slice(0, number))
      return answered({ head: shown, checkpoint, publicKey: PUBLIC_KEY, path: leaves.slice(0, 1) } satisfies LoggedHead)
    },
    getConsistency: ({ query: { from, to } }) =>
      from === KEPT && to === 3 ? answered({ heads: leaves.slice(2) }) : refused('not_found'),
    getFeedEvents({ query: { from } }) {
      asked.push(from)
      const first = Number(from ?? Math.max(0, entries.length - 500))
      const page = entries.slice(first, first + 500)
      return answered({
        head: { number: 3, at: head.at, products: productsRoot(head), logs: head.logs },
        headPath: [rootOf(leaves.slice(0, 2))],
        from: first,
        entries: page,
        path: rangePath(entries.map(leafHash), first, first + page.length),
        checkpoint: checkpointOf(leaves),
        publicKey: PUBLIC_KEY,
      } satisfies FeedEventPage)
    },
  }
  const receipt = { ...receiptOf(), head, checkpoint: checkpointOf(leaves) }
  return { answers, receipt, asked }
}

/** docs/PROOF_FORMAT.md, "Ranges". */
function rangePath(leaves: readonly string[], from: number, to: number, low = 0): string[] {
  const high = low + leaves.length
  if (high <= from || low >= to) return [rootOf(leaves)]
  if (low >= from && high <= to) return []
  const half = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return [...rangePath(leaves.slice(0, half), from, to, low), ...rangePath(leaves.slice(half), from, to, low + half)]
}

/** A device that knows a head after the kept one, of a log that is gone. */
const FORKED: RememberedHead = {
  head: { ...headOf(3, TICKS), at: NOON + 50_000 },
  root: '11'.repeat(32),
  publicKey: PUBLIC_KEY,
}

function deviceOf(answers: Answers, known: RememberedHead | undefined, checkpoints: readonly SeenCheckpoint[] = []) {
  const memory = { head: known, refusals: 0 }
  const deps = {
    http: fakeHttp(answers),
    now: () => NOON + 90_000,
    remembered: {
      read: () => memory.head,
      write: (head: RememberedHead) => {
        memory.head = head
      },
    },
    refusals: {
      read: () => memory.refusals,
      write: (count: number) => {
        memory.refusals = count
      },
    },
  } as unknown as ProofCheckDeps
  return { memory, check: (receipt: Receipt) => historyOf(deps, receipt, undefined, checkpoints) }
}

const problemIn = (problem: object | undefined) => ({ ok: true, value: { problem } })

test('a statement explains one broken history of a device, and a second fork under it is refused', async () => {
  const restore = statement()
  const { answers, receipt } = houseOf(restore)
  const { check, memory } = deviceOf(answers, FORKED)
  expect(await check(receipt)).toMatchObject(problemIn(undefined))
  expect(memory.head?.restored).toEqual({ kept: KEPT, keptAt: restore.keptAt, at: restore.at, reason: 'hardware' })
  memory.head = { ...FORKED, taken: memory.head?.taken ?? [] }
  expect(await check(receipt)).toMatchObject(problemIn({ kind: 'heads_rewritten' }))
})

test.each([
  ['is of a time to come', { at: NOON + 90_000 + 60_001 }],
  ['names another time of the kept head', { keptAt: 5 }],
  ['names another root', { root: '22'.repeat(32) }],
])('a statement that %s explains nothing', async (_, changes) => {
  const { answers, receipt } = houseOf(statement(changes))
  expect(await deviceOf(answers, FORKED).check(receipt)).toMatchObject(problemIn({ kind: 'heads_rewritten' }))
})

test('a statement that is in nobody’s public log explains nothing', async () => {
  const restore = statement()
  const { receipt } = houseOf(restore)
  const { answers } = houseOf(statement({ reason: 'mistake' } as Partial<LogRestore>))
  const getProofPolicy = answered({ ...policyOf(), restores: [restore] })
  const device = deviceOf({ ...answers, getProofPolicy }, FORKED)
  expect(await device.check(receipt)).toMatchObject(problemIn({ kind: 'heads_rewritten' }))
})

test('a statement is found in a long log with few requests', async () => {
  for (const [before, after] of [
    [2_000, 0],
    [2_000, 3_000],
    [0, 4_000],
    [3_000, 600],
  ] as const) {
    const { answers, receipt, asked } = houseOf(statement(), { before, after })
    expect(await deviceOf(answers, FORKED).check(receipt)).toMatchObject(problemIn(undefined))
    expect(asked.length).toBeLessThan(8)
  }
})

test('three refusals in a row are a finding; an answer ends them', async () => {
  const { answers, receipt } = houseOf(statement())
  const older = {
    ...rememberedOf(receiptOf()),
    head: headOf(2, TICKS),
    root: rootOf([headOf(1, TICKS), headOf(2, TICKS)].map(leafOf)),
  }
  let answer: ApiResult<unknown> = refused('unavailable')
  const { check, memory } = deviceOf({ ...answers, getConsistency: () => answer }, older)
  expect(await check(receipt)).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  answer = answered({})
  expect(await check(receipt)).toMatchObject({ ok: false })
  answer = refused('rate_limited')
  expect(await check(receipt)).toMatchObject(problemIn({ kind: 'not_shown' }))
  expect(await check(receipt)).toMatchObject(problemIn({ kind: 'not_shown' }))
  const { head } = older
  answer = answered({
    heads: [leafOf(receipt.head)],
    products: head.products.map(({ symbol }) => ({ symbol, path: [] })),
    logs: ['orders', 'settlements'].map((name) => ({ name, path: [] })),
  })
  expect(await check(receipt)).toMatchObject(problemIn(undefined))
  expect(memory.refusals).toBe(0)
})

test('the checkpoints that the device fetched have to be a part of the log of today', async () => {
  const { answers, receipt } = houseOf(statement({ at: NOON - 2 }))
  const leaves = [headOf(1, TICKS), headOf(2, TICKS)].map(leafOf)
  const seen = (text: string, at = NOON + 2_000) => [{ asked: at - 200, at, text }]
  const check = (checkpoints: readonly SeenCheckpoint[]) => deviceOf(answers, undefined, checkpoints).check(receipt)
  const ours = seen(checkpointOf(leaves))
  expect(await check(ours)).toEqual({ ok: true, value: { problem: undefined, continued: ours } })
  expect(await check(seen(checkpointOf([])))).toMatchObject(problemIn(undefined))
  expect(await check(seen(checkpointOf([...leaves, leafHash('another head')])))).toMatchObject(
    problemIn({ kind: 'heads_rewritten' }),
  )
  expect(await check(seen(checkpointOf(leaves).replaceAll('fairtick.test', 'another.test')))).toMatchObject(
    problemIn({ kind: 'key_changed' }),
  )
  expect(await check(seen('<html>'))).toEqual({ ok: true, value: { problem: undefined, continued: [] } })
})

test('a checkpoint of the time that a restore made void shows nothing, and is no lie either', async () => {
  const { answers, receipt } = houseOf(statement({ at: NOON + 50_500 }))
  const text = checkpointOf([...[headOf(1, TICKS), headOf(2, TICKS)].map(leafOf), leafHash('a void head')])
  const check = (known: RememberedHead | undefined, asked: number) =>
    deviceOf(answers, known, [{ asked, at: asked + 200, text }]).check(receipt)
  const explained = { ok: true, value: { problem: undefined, continued: [] } }
  // Whether the device remembers a void head or has never checked a receipt.
  for (const known of [FORKED, undefined]) {
    expect(await check(known, NOON + 50_500)).toEqual(explained)
    expect(await check(known, NOON + 50_501)).toMatchObject(problemIn({ kind: 'heads_rewritten' }))
  }
})
