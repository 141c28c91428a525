import nacl from 'tweetnacl'
import type { ProofPolicy, Receipt, SignedHead } from '../../contract/proof'
import { isSignedReceipt } from '../../proof/file'
import type { RememberedHead } from '../../proof/heads'
import { readPlainJson } from '../../proof/json'
import { parseCheckpoint } from '../../proof/notes'
import { checkReceipt, termsProblems } from '../../proof/receipt'
import { checkSignedReceipt } from '../../proof/signed/receipt'
import { knownSigners } from '../../proof/signed/signers'
import { isTiedByDevice, isTiedByWitnesses, seenProblems } from '../../proof/time'
import { witnessesOf } from '../../proof/witnesses'
import { findingsOf, readPlainJson as readByScript } from '../../scripts/verify-receipt.mjs'
import { historyOf } from '../../src/stores/logHistory'
import type { ProofCheckDeps } from '../../src/stores/ProofStore'
import { appHttp } from './appHttp'
import { mutationsOf } from './mutations'
import { allSigners, isBeside, textOf, vectorNamed, vectors } from './readVectors'
import type { Vector } from './vectorKit'

/** The app has other hashes and curves than the built scripts, and has to name the same codes for each published vector. */

// Most mutations leave the signatures as they are: each is verified once, by the real code.
const verify = nacl.sign.detached.verify
const verified = new Map<string, boolean>()
nacl.sign.detached.verify = (text, signature, key) => {
  const name = Buffer.concat([key, signature, text]).toString('latin1')
  const known = verified.get(name) ?? verify(text, signature, key)
  verified.set(name, known)
  return known
}

const KNOWN = knownSigners(allSigners.join(' '))
async function checkOf(text: string) {
  const value = readPlainJson(text)
  return isSignedReceipt(value) ? checkSignedReceipt(value, KNOWN, async () => undefined) : checkReceipt(value)
}
async function byApp(text: string): Promise<string[]> {
  const codes = (await checkOf(text)).problems.map((each) => (each.kind === 'history' ? each.problem.kind : each.kind))
  return [...new Set(codes)].sort()
}
const byScript = async (text: string): Promise<string[]> =>
  [...new Set((await findingsOf(readByScript(text), allSigners)).map(([code]) => code))].sort()

test('the app names every lie as the script does, and takes every receipt that holds', async () => {
  for (const vector of vectors) {
    const { name, expect: code } = vector
    const [app, script] = [await byApp(textOf(vector)), await byScript(textOf(vector))]
    expect({ name, app }).toEqual({ name, app: script })
    const holds = code === null || isBeside(vector)
    expect({ name, app }).toEqual({ name, app: holds ? [] : expect.arrayContaining([code]) })
  }
})

test('of signed prices the app knows whether test signers signed them', async () => {
  const named = (name: string) => textOf(vectorNamed(name))
  expect((await checkOf(named('signed-won'))).signed).toEqual({ needed: 3, all: 5, byTest: true })
  expect((await checkOf(named('honest-won'))).signed).toBeUndefined()
})

const kept = vectors.filter(({ acceptance, checkpoints }) => acceptance && !checkpoints)
test.each(kept)('beside the acceptance that the user kept: $lie', ({ receipt, acceptance, expect: code }) => {
  const kinds = termsProblems(acceptance as never, receipt as never).map(({ kind }) => kind)
  expect([...new Set(kinds)]).toEqual(code === null ? [] : [code])
})

const seen = vectors.filter(({ witnesses }) => witnesses)
test.each(seen)('beside keys of witnesses: $lie', async (vector) => {
  const { receipt, witnesses: { keys, needed } = { keys: [], needed: 0 }, expect: code, tied = false } = vector
  expect(witnessesOf(receipt as Receipt, keys).length >= needed).toBe(code === null)
  const { end } = await checkOf(textOf(vector))
  if (code === null) expect(isTiedByWitnesses(receipt as Receipt, end, { witnesses: keys, needed })).toBe(tied)
})

/** The server's responses to the app in a vector. */
const httpOf = ({ server = {} }: Vector) =>
  appHttp(async (path) => ({ status: server[path] ? 200 : 404, text: JSON.stringify(server[path] ?? {}) }))

/** A device that has checked the vector's receipt before, and checks one under the head that the server has today. */
async function atToday(vector: Vector) {
  const { checkpoints = [], server = {} } = vector
  const receipt = vector.receipt as Receipt
  const { head, checkpoint, publicKey } = (server['/proof/heads/latest'] ?? receipt) as SignedHead
  const { keys } = (server['/proof/policy'] ?? receipt) as Pick<ProofPolicy, 'keys'>
  const memory: { head: RememberedHead } = {
    head: { head: receipt.head, root: parseCheckpoint(receipt.checkpoint)?.root ?? '', publicKey: receipt.publicKey },
  }
  const deps = {
    http: httpOf(vector),
    remembered: {
      read: () => memory.head,
      write(known: RememberedHead) {
        memory.head = known
      },
    },
    refusals: { read: () => 0, write: () => undefined },
    now: () => receipt.head.at + 60_000,
  } as unknown as ProofCheckDeps
  const today = { ...receipt, head, checkpoint, publicKey, keys }
  return { today, memory, history: await historyOf(deps, today, undefined, checkpoints) }
}

const TIME_CODES = ['heads_late', 'heads_early']
const HISTORY_CODES = [null, 'restored', 'order', 'heads_rewritten', ...TIME_CODES]
const served = vectors.filter(({ server, expect: code }) => server && HISTORY_CODES.includes(code))
test.each(served)('beside the log that the server has today: $lie', async (vector) => {
  const { expect: code, checkpoints, tied = false } = vector
  const { today, memory, history } = await atToday(vector)
  const holds = code === null || code === 'restored' || TIME_CODES.includes(code)
  expect(history).toMatchObject({ ok: true, value: { problem: holds ? undefined : { kind: code } } })
  expect(memory.head.restored !== undefined).toBe(code === 'restored')
  if (!checkpoints || !holds || !history.ok) return
  const { continued } = history.value
  const kinds = seenProblems(today, checkpoints, continued).map(({ kind }) => kind)
  expect(kinds).toEqual(code && TIME_CODES.includes(code) ? [code] : [])
  if (kinds.length === 0) expect(isTiedByDevice(today, (await checkOf(textOf(vector))).end, continued)).toBe(tied)
})

/** All of them with MUTATIONS=all; a sample otherwise. */
const STEP = process.env.MUTATIONS === 'all' ? 1 : 29
const mutated = ['honest-won', 'honest-no-entry', 'honest-long', 'signed-won', 'signed-no-entry'].map(vectorNamed)
test.each(mutated)('of the single changes of $name none is accepted', async ({ receipt }) => {
  const accepted: string[] = []
  for (const { path, text } of mutationsOf(receipt, STEP)) if ((await byApp(text)).length === 0) accepted.push(path)
  expect(accepted).toEqual([])
})
