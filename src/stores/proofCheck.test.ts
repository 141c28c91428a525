import type { Receipt } from '../../contract/proof'
import { evidenceText } from '../../proof/evidence'
import { sha256Text } from '../../proof/hashing'
import { linkedCheckpoint } from '../../proof/linkedCheckpoint'
import { keyIdOf } from '../../proof/notes'
import type { SeenCheckpoint } from '../../proof/time'
import { witnessesOf } from '../../proof/witnesses'
import { NOON } from '../../test/client/factories'
import { checkpointAt } from '../../test/client/house'
import { answered, refused } from '../../test/client/http'
import { checkedOf, ORDER_ID, serverOf, setUpProof as setUp } from '../../test/client/proofStore'
import { LOG_KEY, receiptOf, witnessOf } from '../../test/client/receipts'
import { vectorNamed } from '../../test/proof/readVectors'
import { isSound, isVerified, isWitnessed } from './ProofStore'
import type { KeptResult } from './persistence/keptResults'

const [one, two, three] = [
  witnessOf('one.example/w', 1),
  witnessOf('two.example/w', 2),
  witnessOf('three.example/w', 3),
]
/** The key of another log of that name. */
const witnessLog = (name: string) => {
  const publicKey = name.startsWith('fairtick') ? '11'.repeat(32) : receiptOf().publicKey
  const key = Buffer.from(`01${publicKey}`, 'hex').toString('base64')
  return `${name}+${keyIdOf(name, '01', publicKey)}+${key}`
}
const NAMES = ['one.example/w', 'two.example/w']

test('a receipt is read as it was sent: spelt otherwise it is broken, and stays as evidence', async () => {
  const text = JSON.stringify(receiptOf()).replace('"scale":2', '"scale":2.0')
  const { store, memory } = setUp({ getReceipt: answered(text) })
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'format', newer: false }])
  expect(checkedOf(store)?.text).toBe(text)
  expect(memory.result).toBeUndefined()
})

test.each([
  ['fairtick-receipt-10', true],
  ['fairtick-receipt-9', false],
  ['fairtick-receipt-7', false],
  ['fairtick-receipt-04', false],
  ['another', false],
])('of the format %s the app can be updated: %s; nothing of it is remembered', async (format, newer) => {
  const { store, memory } = setUp({ getReceipt: answered({ ...receiptOf(), format }) })
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([{ kind: 'format', newer }])
  expect(memory.head).toBeUndefined()
})

test('without BigInt nothing is claimed of signed prices', async () => {
  const { store } = setUp({ getReceipt: answered(vectorNamed('signed-won').receipt) })
  const { BigInt: integers } = globalThis
  Reflect.deleteProperty(globalThis, 'BigInt')
  try {
    await store.open(ORDER_ID)
  } finally {
    globalThis.BigInt = integers
  }
  const checked = checkedOf(store)
  expect(checked?.check).toMatchObject({ problems: [], verdict: null, unable: true })
  expect(checked && isSound(checked)).toBe(false)
})

test('a verified result is kept for good, and another one of the same order is named with both', async () => {
  const { store, memory } = setUp(serverOf([one.sign(receiptOf())], [one.key]).answers)
  await store.open(ORDER_ID)
  const kept = memory.result
  expect(kept).toEqual({
    code: checkedOf(store)?.code,
    status: 'won',
    profitLoss: '7500',
    checkpoint: receiptOf().checkpoint,
  })
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.check.problems).toEqual([])
  // A later closing is another leaf, though the amounts are equal.
  const turned = setUp({ getReceipt: answered(receiptOf({ closedAt: NOON + 8_401 })) })
  turned.memory.result = kept as KeptResult
  await turned.store.open(ORDER_ID)
  const { check, code } = checkedOf(turned.store) ?? {}
  expect(check?.problems).toEqual([
    {
      kind: 'other_result',
      before: { code: kept?.code, status: 'won', profitLoss: '75.00' },
      now: { code, status: 'won', profitLoss: '75.00' },
    },
  ])
  expect(turned.memory.result).toBe(kept)
})

test('a log is tied in time by the checkpoints that this device fetched, or by witnesses, or by nobody', async () => {
  const { checkpoint } = receiptOf()
  // One of a size that holds the acceptance and the entry, one that holds the end.
  const seen = (placed: number, ended: number): SeenCheckpoint[] =>
    [placed, 8_200 + ended].map((after) => ({ asked: NOON + after - 200, at: NOON + after, text: checkpoint }))
  const tie = async (
    checkpoints: readonly SeenCheckpoint[],
    receipt = receiptOf(),
    witnesses: readonly string[] = [],
  ) => {
    const { store, memory } = setUp(serverOf([receipt], witnesses).answers)
    memory.checkpoints = checkpoints
    await store.open(ORDER_ID)
    return checkedOf(store)?.tied
  }
  expect(await tie(seen(10_000, 10_000))).toBe('device')
  expect(await tie(seen(10_001, 10_000))).toBeUndefined()
  expect(await tie(seen(0, 0).slice(1))).toBe('device')
  expect(await tie([])).toBeUndefined()
  const witnessed = (...seconds: number[]) => ({
    ...one.sign(receiptOf()),
    witnessed: seconds.map((time) => ({ checkpoint: one.sign(receiptOf(), time).checkpoint, path: [] })),
  })
  const accepted = NOON / 1_000 + 10
  expect(await tie([], witnessed(accepted), [one.key])).toBe('witnesses')
  expect(await tie([], witnessed(accepted + 1), [one.key])).toBeUndefined()
  expect(await tie([], witnessed(accepted), [two.key])).toBeUndefined()
})

test('a receipt that somebody hands over is held against the log that its link or its file names, and not against their times', async () => {
  const receipt = receiptOf()
  const file = (text: string, asked = NOON + 80_000) =>
    evidenceText(JSON.stringify(receipt), undefined, [{ asked, at: asked, text }])
  const found = async (text: string, linked = '') => {
    const answer = await setUp({ getConsistency: refused('not_found') }).store.checkFile(text, linked)
    return answer.ok ? { history: answer.value.history, problems: answer.value.check.problems } : answer.error
  }
  const holds = { history: undefined, problems: [] }
  const rewritten = { history: { kind: 'heads_rewritten' }, problems: [] }
  const alone = JSON.stringify(receipt)
  const [same, other] = [receipt.checkpoint, checkpointAt(2, 'b')]
  expect(await found(alone, linkedCheckpoint(same))).toEqual(holds)
  expect(await found(alone, linkedCheckpoint(other))).toEqual(rewritten)
  // By their times, the log would have been written too late, or too early.
  expect(await found(file(same))).toEqual(holds)
  expect(await found(file(same, 0))).toEqual(holds)
  expect(await found(file(other))).toEqual(rewritten)
  // Nobody has signed it.
  expect(await found(alone, linkedCheckpoint(other).replace('2.', '1.'))).toEqual(holds)
  expect(await found(file(other.replace('\n2\n', '\n1\n')))).toEqual(holds)
})

test('the user’s own witnesses are asked themselves, and more than half of them have to have seen the log', async () => {
  const page = (name: string) =>
    `https://${name}.test/${sha256Text(receiptOf().checkpoint.split('\n')[0] ?? '')}/checkpoint`
  const own = { one, two, three }
  const names = ['one', 'two', 'three'] as const
  const checked = async (pages: Partial<Record<keyof typeof own, string>>, receipt = receiptOf()) => {
    const { store, memory } = setUp({ ...serverOf([receipt], [one.key]).answers, getConsistency: refused('not_found') })
    memory.own = names.map((name) => ({ key: own[name].key, url: `https://${name}.test` }))
    for (const name of names) {
      const text = pages[name]
      if (text) memory.pages[page(name)] = own[name].sign({ ...receiptOf(), checkpoint: text }).checkpoint
    }
    await store.open(ORDER_ID)
    const value = checkedOf(store)
    return { witnesses: value?.witnesses, history: value?.history, isVerified: value && isVerified(value) }
  }
  const { checkpoint } = receiptOf()
  const seen = (...by: string[]) => ({ seenBy: by.map((name) => `${name}.example/w`), needed: 2, namedBy: 'user' })
  expect(await checked({})).toEqual({ witnesses: seen(), history: undefined, isVerified: false })
  expect(await checked({ one: checkpoint })).toMatchObject({ witnesses: seen('one'), isVerified: false })
  expect(await checked({ one: checkpoint, three: checkpoint })).toMatchObject({
    witnesses: seen('one', 'three'),
    isVerified: true,
  })
  // One has signed the receipt, and one says so itself.
  expect(await checked({ two: checkpoint }, one.sign(receiptOf()))).toMatchObject({
    witnesses: seen('one', 'two'),
    isVerified: true,
  })
  // It has seen another log.
  expect(await checked({ one: checkpointAt(2, 'b') })).toMatchObject({ history: { kind: 'heads_rewritten' } })
})

test('a key counts once under two names, and the key of the log not at all', () => {
  const twin = witnessOf('twin.example/w', 1)
  const receipt = twin.sign(one.sign(receiptOf()))
  expect(witnessesOf(receipt, [one.key, twin.key])).toEqual(['one.example/w'])
  const house = witnessOf('house.example/w', 7)
  expect(witnessesOf(house.sign(receiptOf()), [house.key])).toEqual([])
})
test('a receipt is held against the witnesses that this device was first told of, whatever the server names later', async () => {
  const seen = two.sign(one.sign(receiptOf()))
  const honest = setUp(serverOf([seen], [one.key, two.key]).answers)
  await honest.store.open(ORDER_ID)
  expect(checkedOf(honest.store)?.witnesses).toEqual({ seenBy: NAMES, needed: 2, namedBy: 'server' })
  expect(honest.shown.forgotten).toBe(ORDER_ID)
  const turned = setUp(serverOf([three.sign(receiptOf())], [three.key]).answers)
  turned.memory.policy = honest.memory.policy
  await turned.store.open(ORDER_ID)
  const checked = checkedOf(turned.store)
  expect(checked?.witnesses).toEqual({ seenBy: [], needed: 2, namedBy: 'server' })
  expect([checked && isSound(checked), checked && isWitnessed(checked)]).toEqual([true, false])
  expect(turned.shown.forgotten).toBeUndefined()
  expect(turned.memory.policy).toEqual({ witnesses: [one.key, two.key], needed: 2 })
})

test('witnesses that the app was built with count, and the server is not asked for any', async () => {
  const answers = { ...serverOf([one.sign(receiptOf())], []).answers, getProofPolicy: refused('network') }
  const pinned = setUp(answers, `${LOG_KEY} ${one.key} ${two.key} 1`)
  await pinned.store.open(ORDER_ID)
  expect(checkedOf(pinned.store)?.witnesses).toEqual({ seenBy: ['one.example/w'], needed: 1, namedBy: 'app' })
  const strict = setUp(answers, `${one.key} ${two.key}`)
  await strict.store.open(ORDER_ID)
  expect(checkedOf(strict.store)?.witnesses).toEqual({ seenBy: ['one.example/w'], needed: 2, namedBy: 'app' })
  // A key with a wrong id is no reason to ask for less.
  const mistaken = setUp(answers, `${one.key} ${two.key.replace(/[+][0-9a-f]{8}[+]/, '+00000000+')}`)
  await mistaken.store.open(ORDER_ID)
  expect(checkedOf(mistaken.store)?.witnesses).toEqual({ seenBy: ['one.example/w'], needed: 2, namedBy: 'app' })
})

test('a log of another name or key than the app was built with is not the one', async () => {
  for (const [pin, history] of [
    [LOG_KEY, undefined],
    [witnessLog('another.test/log'), { kind: 'key_changed' }],
    [witnessLog('fairtick.test/log'), { kind: 'key_changed' }],
  ] as const) {
    const { store, memory } = setUp({}, pin)
    await store.open(ORDER_ID)
    expect(checkedOf(store)?.history).toEqual(history)
    expect(memory.head === undefined).toBe(history !== undefined)
  }
})

test('a fresh result is looked at again until its witnesses have signed, and not for ever', async () => {
  const late = serverOf([receiptOf(), receiptOf(), one.sign(receiptOf())], [one.key])
  const { store } = setUp(late.answers)
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.witnesses.seenBy).toEqual(['one.example/w'])
  expect(late.asked()).toBe(3)
  const never = serverOf([receiptOf()], [one.key])
  await setUp(never.answers).store.open(ORDER_ID)
  expect(never.asked()).toBe(4)
})

test('without witnesses nothing is claimed of them; where the server does not say, nothing is claimed at all', async () => {
  const { store, memory } = setUp()
  await store.open(ORDER_ID)
  expect(checkedOf(store)?.witnesses).toEqual({ seenBy: [], needed: 0, namedBy: undefined })
  expect(memory.policy).toBeUndefined()
  const silent = setUp({ getProofPolicy: refused('network') })
  await silent.store.open(ORDER_ID)
  expect(silent.store.checkOf(ORDER_ID).state).toEqual({ kind: 'failed', code: 'network' })
})

test('the line of a witness counts only over this checkpoint, by that key, with a time, and each one has to hold', async () => {
  const receipt = receiptOf()
  const seenBy = (changed: Receipt, keys = [one.key]) => witnessesOf(changed, keys)
  expect(seenBy(one.sign(receipt))).toEqual(['one.example/w'])
  expect(seenBy(one.sign(receipt), [one.key, one.key])).toEqual(['one.example/w'])
  expect(seenBy(two.sign(receipt))).toEqual([])
  expect(seenBy(witnessOf('one.example/w', 9).sign(receipt))).toEqual([])
  const [last = ''] = one.sign(receipt).checkpoint.trimEnd().split('\n').slice(-1)
  const bytes = Buffer.from(last.split(' ')[2] ?? '', 'base64')
  for (const at of [4, 11, 12, 75]) {
    const wrong = Buffer.from(bytes)
    wrong[at] = (wrong[at] ?? 0) ^ 1
    const line = `— one.example/w ${wrong.toString('base64')}\n`
    expect(seenBy({ ...receipt, checkpoint: receipt.checkpoint + line })).toEqual([])
    expect(seenBy({ ...receipt, checkpoint: one.sign(receipt).checkpoint + line })).toEqual([])
  }
  for (const key of [one.key.replace('+', '+0'), one.key.slice(0, -1), LOG_KEY, ''])
    expect(seenBy(one.sign(receipt), [key])).toEqual([])
})
