import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { PUBLISHED_SIGNERS as PUBLISHED, parseSignerSet, signerSetId, TEST_SET_ID } from '../../proof/signed/signers'
import { readUpdate } from '../../proof/signed/update'
import { readUpdate as readByNode } from '../../scripts/verify-receipt.mjs'
import TEST_SIGNERS from '../../server/src/shared/signed/testSigners.json'
import { recordedUpdates } from '../../server/test/feeds/pythRecordings'
import { randomStream, seeded } from '../oracle/randomStream'
import { signersText, TEST_SET } from '../oracle/signers'
import { canonicalUpdates, updateOf } from '../oracle/updates'
import { FEED, price } from './forgeSigned'

/**
 * Updates byte by byte: those of test signers, and recorded ones of the oracle if their file is next to the project.
 */
const recorded = recordedUpdates()

const TEXT = signersText(TEST_SET)
const setOf = (text: string) => {
  const set = parseSignerSet(text)
  if (!set) throw new Error(`not a set of signers: ${text}`)
  return { signers: set, text }
}
const TEST = setOf(TEXT)
const published = PUBLISHED.map(setOf)

const CASES = [
  { hex: updateOf(price(1, 6_400_000)), set: TEST },
  { hex: updateOf({ ...price(1, 6_400_000), others: [price(1, 5), price(1, 6)], by: [0, 2, 3, 4] }), set: TEST },
  ...recorded.flatMap(({ bytes, set: { index } }) =>
    canonicalUpdates(bytes.toString('hex')).map((hex) => ({
      hex,
      set: published.find(({ signers }) => signers.index === index) ?? TEST,
    })),
  ),
]

const noPause = async () => undefined
async function said({ hex, set }: (typeof CASES)[0]) {
  const [app, node] = [await readUpdate(hex, set.signers, noPause), await readByNode(hex, set.signers, noPause)]
  return { app, node }
}

test('each update is read alike by the app and the script', async () => {
  for (const each of CASES) {
    const { app, node } = await said(each)
    expect(app).toBeDefined()
    expect(node).toEqual(app)
  }
})

/** Digits at the start that are those of the update before, if they have all its signatures; 0 otherwise. */
function sharedBytes(hex: string, before: string): number {
  const signedPart = 20 + 2 * Number.parseInt(hex.slice(16, 20), 16)
  return before.startsWith(hex.slice(0, signedPart)) ? signedPart : 0
}

/** All bytes of all updates with MUTATIONS=all; a sample otherwise. */
const STEP = process.env.MUTATIONS === 'all' ? 1 : 97
test('an update with a byte changed is refused', async () => {
  const accepted: unknown[] = []
  let count = 0
  for (const [place, { hex, set }] of CASES.entries()) {
    // Messages of one recorded update share what the signers signed: its bytes are changed once.
    const shared = sharedBytes(hex, CASES[place - 1]?.hex ?? '')
    for (let at = shared; at < hex.length; at += 2) {
      if (count++ % STEP !== 0) continue
      const byte = Number.parseInt(hex.slice(at, at + 2), 16) ^ (1 << (count % 8))
      const changed = hex.slice(0, at) + byte.toString(16).padStart(2, '0') + hex.slice(at + 2)
      const { app, node } = await said({ hex: changed, set })
      if (app || node) accepted.push({ at, changed })
    }
  }
  expect(accepted).toEqual([])
  expect(count).toBeGreaterThan(700)
  if (STEP === 1) process.stdout.write(`${count} changed updates were refused by the app and by Node\n`)
})

test('in a random stream exactly one update is for each second, and it is the first one at or after it', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  for (let round = 0; round < 50; round++) {
    const stream = randomStream(seeded(seed + round), FEED, 1_000, 60)
    for (let second = 1_001; second <= 1_060; second++) {
      const fitting = stream.filter(({ publishedAt, previousAt }) => previousAt < second && second <= publishedAt)
      const first = stream.find(({ publishedAt }) => publishedAt >= second)
      expect({ seed, round, second, fitting }).toEqual({ seed, round, second, fitting: [first] })
    }
  }
})

/** Reads lines of a signer set and an update, and prints a line for each: what its message says, or nothing. */
const PYTHON = `
import json, sys
sys.path.insert(0, "scripts")
from verify_receipt import price_of_update, signers_of
sets = {}
for line in sys.stdin:
    text, data = line.split()
    known = sets.setdefault(text, signers_of(text)[1])
    try:
        print(json.dumps(price_of_update(bytes.fromhex(data), known)))
    except ValueError:
        print("null")
`
function byPython(updates: readonly { hex: string; text: string }[]): unknown[] {
  const input = updates.map(({ hex, text }) => `${text} ${hex}\n`).join('')
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', PYTHON], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  expect(stderr).toBe('')
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('Python, with its standard library alone, reads each update alike and refuses it with a byte changed', async () => {
  const whole = CASES.map(({ hex, set }) => ({ hex, set, text: set.text }))
  expect(byPython(whole)).toEqual(
    await Promise.all(
      whole.map(async ({ hex, set }) => {
        const { feed, price: value, publishedAt, previousAt } = (await readByNode(hex, set.signers, noPause)) ?? {}
        return [feed, value, publishedAt, previousAt]
      }),
    ),
  )
  // In the long run every byte of one update of each set; a signature takes Python ten times as long as the others.
  const perSet = whole.filter(({ text }, index) => whole.findIndex((each) => each.text === text) === index)
  const changed = perSet
    .flatMap(({ hex, text }) =>
      Array.from({ length: hex.length / 2 }, (_, at) => {
        const byte = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) ^ (1 << (at % 8))
        const turned = hex.slice(0, 2 * at) + byte.toString(16).padStart(2, '0') + hex.slice(2 * at + 2)
        return { hex: turned, text }
      }),
    )
    .filter((_, index) => index % STEP === 0)
  expect(byPython(changed).filter((said) => said !== null)).toEqual([])
  if (STEP === 1) process.stdout.write(`${changed.length} changed updates were refused by Python\n`)
})

test('all three verifiers know the test signers, whose results they call neither independent nor published', () => {
  const { text } = TEST_SIGNERS
  expect(text).toBe(TEXT)
  expect(TEST_SET_ID).toBe(signerSetId(text))
  for (const name of ['verify-receipt.mjs', 'verify_receipt.py']) {
    const [, id] = /TEST_SET(?:_ID)? = ['"]([0-9a-f]{16})['"]/.exec(readFileSync(`scripts/${name}`, 'utf8')) ?? []
    expect(id).toBe(TEST_SET_ID)
  }
})
