import { createHash } from 'node:crypto'
import type { OrderRefusal } from '../../contract/errors'
import type { LogRestore, Receipt, SignedHead } from '../../contract/proof'
import { houseOf, ORIGIN, START, TERMS } from './forge'
import { HOUSE, keptOf, keyChange } from './forgeKeys'
import { type Answers, answersOf, type Facts, feedEntryOf, stateOf, type Today } from './forgeServer'
import { askText, settledText } from './forgeTexts'
import { type Case, type Fetched, HONEST, LAST, OLD, STRANGER, stateAt, WON } from './vectorKit'

/** The statement as the house signs it; `changes` come after the signature. */
const stated = (facts: Facts, receipt: Receipt, more: Partial<LogRestore> = {}, changes: Partial<LogRestore> = {}) =>
  stateOf(HOUSE, { ...facts, at: receipt.head.at + 30_000, reason: 'hardware', ...more }, changes)

const beside = (
  name: string,
  lie: string,
  code: string | null,
  today: Today,
  changes = [] as Receipt['keys'],
): Case => ({
  name,
  lie,
  expect: code,
  make: async () => (await houseOf({ ...HONEST, changes })).receipt,
  answers: async () => answersOf(await houseOf({ ...HONEST, changes }), today),
})

const REWRITTEN: Today = { kept: 9, said: (facts, receipt) => [stated(facts, receipt)] }
const restored = (name: string, lie: string, today: Today = {}, changes = [] as Receipt['keys']) =>
  beside(name, lie, 'restored', { ...REWRITTEN, ...today }, changes)
/** The log is not that of the receipt, and what the house says of it does not count. */
const rewritten = (name: string, lie: string, today: Today) =>
  beside(name, lie, 'heads_rewritten', { ...REWRITTEN, ...today })

const RESTORED_CASES: readonly Case[] = [
  restored('server-restored', 'a backup was restored, and the house signed it'),
  restored('server-restored-as-many', 'as many heads have been made since', { kept: 7, size: 10 }),
  restored('server-restored-fewer', 'fewer heads have been made since', { kept: 7, size: 9 }),
  restored(
    'server-restored-old-key',
    'the house has another key since it was signed',
    { said: (facts, receipt) => [stateOf(OLD, { ...facts, at: receipt.head.at, reason: 'attack' })] },
    [keyChange(OLD, HOUSE)],
  ),
  restored('server-restored-twice', 'a backup was restored, and an older one when the log was longer again', {
    kept: 7,
    said: (facts, receipt) => [
      stated({ kept: 9, root: '44'.repeat(32), keptAt: receipt.head.at - 1_000 }, receipt),
      stated(facts, receipt, { at: receipt.head.at + 40_000 }),
    ],
  }),
  rewritten('server-silent', 'nobody says why the log was rewritten', { said: () => [] }),
  beside('server-fewer', 'nobody says why heads are gone', 'order', { kept: 7, size: 9 }),
  rewritten('server-forged', 'the reason is another than was signed', {
    said: (facts, receipt) => [stated(facts, receipt, {}, { reason: 'mistake' })],
  }),
  rewritten('server-longer', 'the void time is longer than was signed', {
    said: (facts, receipt) => [stated(facts, receipt, { at: receipt.head.at - 1 }, { at: receipt.head.at + 1 })],
  }),
  rewritten('server-stranger', 'somebody else signed the statement', {
    said: (facts, receipt) => [stateOf(STRANGER, { ...facts, at: receipt.head.at, reason: 'hardware' })],
  }),
  rewritten('server-claimed', 'the signature of somebody else under the key of the house', {
    said: (facts, receipt) => [
      stateOf(STRANGER, { ...facts, at: receipt.head.at, reason: 'hardware' }, { publicKey: HOUSE.publicKey }),
    ],
  }),
  rewritten('server-other-log', 'the statement is about another log of the house', {
    said: (facts, receipt) => [
      stateOf(HOUSE, { ...facts, at: receipt.head.at, reason: 'hardware' }, {}, 'other.example/log'),
    ],
  }),
  rewritten('server-too-early', 'the void time ended before the head of the receipt', {
    said: (facts, receipt) => [stated(facts, receipt, { at: receipt.head.at - 1 })],
  }),
  rewritten('server-kept-more', 'the house says that it kept the head which it rewrote', {
    said: (facts, receipt) => [stated(facts, receipt, { kept: 10 })],
  }),
  rewritten('server-kept-less', 'the log of today does not begin with what the house says it kept', {
    said: (facts, receipt) => [stated(facts, receipt, { root: '33'.repeat(32) })],
  }),
  rewritten('server-for-ever', 'a statement that makes every head void that will ever be made', {
    said: (facts, receipt) => [stated(facts, receipt, { at: Number.MAX_SAFE_INTEGER })],
  }),
  rewritten('server-kept-otherwise', 'the head that was kept was made at another time than the house says', {
    said: (facts, receipt) => [stated(facts, receipt, { keptAt: 5 })],
  }),
  rewritten('server-kept-unshown', 'the head that was kept is not shown', {
    answers: (honest, { kept }) => ({ ...honest, [kept]: undefined }),
  }),
  rewritten('server-kept-unsigned', 'the head that was kept is shown under the checkpoint of another one', {
    answers: (honest, { kept }) => ({
      ...honest,
      [kept]: { ...(honest[kept] as SignedHead), checkpoint: (honest['/proof/heads/latest'] as SignedHead).checkpoint },
    }),
  }),
  rewritten('server-kept-elsewhere', 'the head that was kept is shown with a path of another log', {
    answers: (honest, { kept }) => ({
      ...honest,
      [kept]: { ...(honest[kept] as SignedHead), path: ['11'.repeat(32)] },
    }),
  }),
  rewritten('server-not-public', 'the statement is not in the log of feeds', {
    feeds: () => [`feed|1|${START}|began|-|simulated|0`],
  }),
  rewritten('server-public-otherwise', 'the log of feeds has another statement', {
    feeds: (said) => said.map((each) => feedEntryOf({ ...each, reason: 'mistake' })),
  }),
  rewritten('server-feeds-emptied', 'the log of feeds is shown without its entries', {
    answers: changeFeeds({ entries: [], path: [] }),
  }),
  rewritten('server-feeds-forged', 'the page of the log of feeds is not what stands there', {
    feeds: () => [`feed|1|${START}|began|-|simulated|0`],
    answers: (honest) =>
      changeFeeds({
        entries: [feedEntryOf((honest['/proof/policy'] as { restores: LogRestore[] }).restores[0] as LogRestore)],
      })(honest),
  }),
]

function changeFeeds(changes: object) {
  return (honest: Answers): Answers => ({
    ...honest,
    '/proof/feeds': { ...(honest['/proof/feeds'] as object), ...changes },
  })
}

/** The entry of the map of results today, changed. */
const resultOf =
  (changes: object): Today['answers'] =>
  (honest, { results }) => ({ ...honest, [results]: { ...(honest[results] as object), ...changes } })

const TODAY_CASES: readonly Case[] = [
  beside('server-goes-on', 'none: the log of today goes on', null, {}),
  beside('server-unsigned', 'the log of today is signed by somebody else', 'checkpoint', {
    ...REWRITTEN,
    signedBy: STRANGER,
  }),
  beside('server-head-elsewhere', 'the newest head is not in the log of today', 'heads', {
    answers: (honest) => {
      const latest = honest['/proof/heads/latest'] as SignedHead
      return { ...honest, '/proof/heads/latest': { ...latest, head: { ...latest.head, at: latest.head.at + 1 } } }
    },
  }),
  beside('server-result-of-another-head', 'the map of results is under a head that is not in the log', 'heads', {
    answers: (honest, paths) => {
      const { head } = honest['/proof/heads/latest'] as SignedHead
      return resultOf({ head: { ...head, at: head.at + 1 } })?.(honest, paths) ?? honest
    },
  }),
  beside('server-second-result', 'the order has another result today', 'second_result', {
    result: settledText({ ...WON, status: 'void', voidReason: 'stale_at_expiry', profitLoss: '0' }),
  }),
  beside('server-no-result', 'the order has no result today', 'second_result', { answers: resultOf({ leaf: null }) }),
  beside('server-result-unshown', 'the map of results is not shown', 'checkpoint', {
    answers: (honest, { results }) => ({ ...honest, [results]: undefined }),
  }),
  beside('server-result-elsewhere', 'the path of the result leads to another map', 'result_place', {
    answers: resultOf({ path: ['11'.repeat(32)] }),
  }),
  beside('server-result-unsigned', 'the map of results is under a checkpoint of somebody else', 'checkpoint', {
    answers: (honest, paths) =>
      resultOf({
        checkpoint: (honest['/proof/heads/latest'] as SignedHead).checkpoint.replace('fairtick', 'fairtock'),
      })?.(honest, paths) ?? honest,
  }),
]

/** A file of evidence: what the device fetched while the order ran, by number of head and time after START. */
const evidence = (
  name: string,
  lie: string,
  code: string | null,
  seen: readonly (readonly [number: number, afterMs: number])[],
  more: Partial<Case> & { of?: typeof HONEST; online?: boolean; today?: Today } = {},
): Case => {
  const { of = HONEST, online = true, today, ...changes } = more
  return {
    name,
    lie,
    expect: code,
    acceptance: keptOf(TERMS),
    make: async () => (await houseOf(HONEST)).receipt,
    fetched: async (): Promise<Fetched[]> => {
      const { checkpoint } = await houseOf(of)
      return Promise.all(
        seen.map(async ([number, after]) => ({
          asked: START + after,
          at: START + after,
          text: await checkpoint(number),
        })),
      )
    },
    ...(online && {
      answers: async () => answersOf(await houseOf(HONEST), { fetched: seen.map(([number]) => number), ...today }),
    }),
    ...changes,
  }
}
/** The device's checkpoints of these logs, by number of head and time after START. */
const seenOf = (...seen: readonly (readonly [plan: typeof HONEST, number: number, afterMs: number])[]) =>
  Promise.all(
    seen.map(async ([plan, number, after]) => ({
      asked: START + after,
      at: START + after,
      text: await (await houseOf(plan)).checkpoint(number),
    })),
  )
const FORK = { ...HONEST, states: stateAt(2, ({ at }) => ({ at: at + 1 })) }

/** The second of the entry begins. */
const SECOND = TERMS.acceptedAt + 1
const refused = (
  name: string,
  code: string | null,
  lie: string,
  changes: Partial<OrderRefusal> = {},
  keys = HOUSE,
): Case => {
  const askHash = createHash('sha256').update(askText(ORIGIN, TERMS)).digest('hex')
  const said = { askHash, code: 'ask_time_off', at: SECOND + 10_000, ...changes }
  const signature = keys.sign(['refuse', 1, ORIGIN, TERMS.id, said.askHash, said.code, said.at].join('|'))
  return evidence(name, lie, code, [], {
    online: false,
    refusal: { ...said, signature, publicKey: keys.publicKey, ...('signature' in changes ? changes : {}) },
    ...(code === null && { tied: false }),
  })
}
const REFUSAL_CASES: readonly Case[] = [
  refused('refused', 'refused', 'the house signed that it made nothing of the order, and shows a result of it'),
  refused('refused-early', null, 'none: it refused one try, before the second of the entry', { at: SECOND - 1 }),
  refused('refused-soon', null, 'none: the refusal was not final yet', { at: SECOND + 9_999 }),
  refused('refused-another', null, 'none: another ask was refused', { askHash: '11'.repeat(32) }),
  refused('refused-by-another', null, 'none: somebody else signed the refusal', {}, STRANGER),
  refused('refused-unsigned', null, 'none: the refusal has the signature of another text', {
    signature: '22'.repeat(64),
  }),
]
const ALL_SEEN = [
  [3, 3_000],
  [4, 6_000],
  [8, 10_500],
] as const

const EVIDENCE_CASES: readonly Case[] = [
  evidence('evidence', 'none: the device has seen acceptance, entry and end at their time', null, ALL_SEEN, {
    tied: true,
  }),
  ...(
    [
      ['evidence-at-last', 'none: all at the last moment', 10_000, 18_300, true],
      ['evidence-late-at-first', 'none, but the acceptance was seen too late', 10_001, 18_300, false],
      ['evidence-late-at-last', 'none, but the end was seen too late', 10_000, 18_301, false],
    ] as const
  ).map(([name, lie, placed, ended, tied]) =>
    evidence(
      name,
      lie,
      null,
      [
        [7, placed],
        [9, ended],
      ],
      { tied },
    ),
  ),
  evidence(
    'evidence-late-at-entry',
    'none, but what fixes the entry was seen too late',
    null,
    [
      [3, 3_000],
      [7, 10_301],
      [9, 16_000],
    ],
    { tied: false },
  ),
  evidence('evidence-without-end', 'none, but the end was not seen', null, ALL_SEEN.slice(0, 2), { tied: false }),
  evidence(
    'evidence-before',
    'none, but what was seen does not hold the acceptance',
    null,
    [
      [2, 3_000],
      [8, 10_500],
    ],
    {
      tied: false,
    },
  ),
  evidence('evidence-alone', 'none, but without the server nothing shows that the log goes on', null, ALL_SEEN, {
    tied: false,
    online: false,
  }),
  evidence('evidence-heads-just-made', 'none: a head was made 5 s before the device saw the log without it', null, [
    [3, 6_450],
  ]),
  evidence('evidence-heads-late', 'a head is dated before the device saw the log without it', 'heads_late', [
    [3, 6_451],
  ]),
  evidence(
    'evidence-heads-late-alone',
    'the same without the server: the prices of the end were written 50 s after it',
    'heads_late',
    [
      [3, 3_000],
      [7, 59_500],
    ],
    { online: false },
  ),
  evidence(
    'evidence-heads-ahead',
    'none: the clocks of the house are 5 s ahead of when the device had the log',
    null,
    [[8, 4_450]],
    { tied: true },
  ),
  evidence('evidence-heads-early', 'a head is dated to a time that was to come', 'heads_early', [[8, 4_449]]),
  evidence('evidence-of-nothing', 'none, but the device has seen nothing', null, [], { tied: false, online: false }),
  evidence('evidence-of-a-fork', 'the log does not go on from what the device saw', 'heads_rewritten', [[3, 3_000]], {
    of: FORK,
  }),
  evidence(
    'evidence-of-a-restored-log',
    'a backup was restored since the device saw the log, and the house signed it',
    'restored',
    [
      [3, 3_000],
      [8, 10_500],
    ],
    { of: FORK, today: { saidKept: 2, said: (facts, receipt) => [stated(facts, receipt)] } },
  ),
  evidence(
    'evidence-after-a-restore',
    'a backup was restored before the device saw the log',
    'heads_rewritten',
    [[3, 3_000]],
    {
      of: FORK,
      today: { saidKept: 2, said: (facts, receipt) => [stated(facts, receipt, { at: START - 2 })] },
    },
  ),
  evidence('evidence-unsigned', 'what the device saw is signed by somebody else', 'checkpoint', [[3, 3_000]], {
    of: { ...HONEST, keys: { checkpoint: STRANGER } },
    online: false,
  }),
  evidence('evidence-of-another-log', 'what the device saw is another log', 'checkpoint', [[3, 3_000]], {
    of: { ...HONEST, origin: 'other.example/log' },
    online: false,
  }),
  evidence('evidence-of-two-logs', 'the device was shown two logs of the same size', 'forked', [], {
    online: false,
    fetched: () => seenOf([HONEST, 3, 3_000], [FORK, 3, 10_500]),
  }),
  evidence(
    'evidence-against-the-receipt',
    'the device was shown another log of the size of the receipt',
    'forked',
    [],
    {
      online: false,
      fetched: () => seenOf([HONEST, 3, 3_000], [FORK, LAST, 60_000]),
    },
  ),
  ...REFUSAL_CASES,
  evidence('evidence-of-other-terms', 'the device was given other terms', 'terms_changed', [], {
    acceptance: keptOf({ ...TERMS, stake: '20002' }),
    online: false,
  }),
]

/** The server's statements today about the receipt's log. */
export const SERVER_CASES: readonly Case[] = [...TODAY_CASES, ...RESTORED_CASES, ...EVIDENCE_CASES]
