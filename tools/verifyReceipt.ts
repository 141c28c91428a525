// node scripts/verify-receipt.mjs <receipt.json or evidence.json> [--server https://host] [--key <public key, hex>]
//   [--acceptance <file>] [--witness <verifier key>]… [--needed <number>] [--tlog-proof <file to write>]
//   [--signers <text or file>]…
// node scripts/verify-receipt.mjs --checkpoint <file> --checkpoint <file> --key <public key, hex> [--server https://host]
//
// Checks a receipt without the app and without believing the server: plain Node, one file. It has the app's checks;
// verify_receipt.py has none of its code. docs/PROOF_FORMAT.md describes every text and every step. Two checkpoints without a
// receipt are compared with each other.
//
// Exit code 0: it holds; a line NOTE names what it does not show. 1: it does not hold, and the lines say why. 2: the file,
// an option or the server could not be read. 3: it holds by itself, but the house has signed that a restored backup made
// the log of its time void. 4: it holds by itself, but its prices were fixed so late that they could be chosen.
import { readFileSync, writeFileSync } from 'node:fs'
import type { AnyReceipt } from '../contract/proof'
import { readPlainJson } from '../proof/json'
import { keysOf } from '../proof/keys'
import { isSignedByLog, parseCheckpoint } from '../proof/notes'
import { proofCode } from '../proof/proofCode'
import type { ReceiptCheck } from '../proof/receipt'
import { knownSigners, PUBLISHED_SIGNERS, signerSetId } from '../proof/signed/signers'
import { isTiedByDevice, isTiedByWitnesses, type SeenCheckpoint } from '../proof/time'
import { tlogProof } from '../proof/tlogProof'
import { unfixedMs } from '../proof/window'
import { witnessesOf } from '../proof/witnesses'
import { helpOf } from './lib/files'
import { type Evidence, isEvidence } from './verify/answers'
import {
  acceptanceFindings,
  amountOf,
  checkOf,
  fetchedFindings,
  findingsWithoutReceipt,
  forkFindings,
  isAnyReceipt,
  refusalFindings,
  unansweredFindings,
} from './verify/findings'
import { type Options, readOptions } from './verify/options'
import { type Finding, findingOf } from './verify/sentences'
import { areOfOneLog, askerOf, serverFindings } from './verify/server'

export { parseSignerSet } from '../proof/signed/signers'
export { readUpdate } from '../proof/signed/update'
export { findingsOf } from './verify/findings'
export { knownSigners, readPlainJson, witnessesOf }

/** Heads are made every five seconds at least; prices that stood in no head for longer than this are mentioned. */
const FIXED_WITHIN_MS = 10_000

/** The content of a file: a receipt, one in a file of c2sp.org/tlog-proof that is made of nothing else, or evidence. */
function readFile(text: string): Partial<Evidence> {
  const [, extra] = /^c2sp.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex /.exec(text) ?? []
  if (extra) {
    const receipt = readPlainJson(Buffer.from(extra, 'base64').toString('utf8'))
    if (isAnyReceipt(receipt) && tlogProof(receipt) !== text)
      throw new Error('The file is not the proof of the receipt in it: take it anew from where you have it.')
    return { receipt }
  }
  // A text that is no JSON at all cannot be read; one that is not spelled plainly is no receipt.
  JSON.parse(text)
  const value = readPlainJson(text)
  return isEvidence(value) ? value : { receipt: value }
}

/** The findings from two checkpoints without a receipt, if their log's key is known. */
async function checkpointFindings(notes: readonly string[], { key, server }: Options): Promise<Finding[]> {
  const [one, other] = notes.map(parseCheckpoint)
  if (!key) throw new Error('Two checkpoints are compared by the key of their log: give it with --key.')
  if (!one || !other || one.origin !== other.origin || ![one, other].every((each) => isSignedByLog(each, key)))
    return [['checkpoint', 'these are not two checkpoints of one log that are signed with that key']]
  if (one.size === other.size) return forkFindings([one, other])
  if (!server)
    throw new Error(
      `One is of ${one.size} heads and one of ${other.size}: --server asks whether the longer log goes on from the other.`,
    )
  return (await areOfOneLog(one, other, askerOf(server)))
    ? []
    : [['heads_rewritten', `the log of ${Math.max(one.size, other.size)} heads does not go on from the other`]]
}

/** How many of the named witnesses have signed the last head of a receipt. */
const seenBy = (receipt: AnyReceipt, { policy }: Options): number => witnessesOf(receipt, policy.witnesses).length

/** Contradictions to the user's own records or the witnesses that the user trusts, once the receipt holds by itself. */
async function findingsBeside(receipt: AnyReceipt, evidence: Partial<Evidence>, options: Options): Promise<Finding[]> {
  const { key, acceptance, server, policy } = options
  const findings: Finding[] = []
  if (key && !keysOf(receipt).includes(key))
    findings.push(['key_changed', 'the log is not signed with that key, nor did that key hand over'])
  const kept = acceptance ? [readPlainJson(readFileSync(acceptance, 'utf8'))] : []
  if ('acceptance' in evidence) kept.push(evidence.acceptance)
  for (const each of kept) findings.push(...acceptanceFindings(receipt, each))
  const { checkpoints = [], refusal } = evidence
  findings.push(...refusalFindings(receipt, refusal))
  findings.push(...fetchedFindings(receipt, checkpoints))
  const signed = seenBy(receipt, options)
  if (signed < policy.needed)
    findings.push([
      'not_witnessed',
      `${signed} of the witnesses have signed the log of heads, and ${policy.needed} have to`,
    ])
  return findings.length > 0 || !server ? findings : serverFindings(receipt, checkpoints, askerOf(server))
}

/** Writes what does not hold. */
function failed(findings: readonly Finding[]): number {
  for (const [code, sentence] of findings) process.stdout.write(`FAIL  ${code}: ${sentence}\n`)
  return 1
}

/** Says whether two checkpoints are of one log. */
async function compareCheckpoints(notes: readonly string[], options: Options): Promise<number> {
  const findings = await checkpointFindings(notes, options)
  if (findings.length > 0) return failed(findings)
  process.stdout.write('The two checkpoints do not contradict each other\n')
  return 0
}

/** That signers are not the published ones; undefined if they are, or if there are no signed prices. */
function otherSigners({ order }: AnyReceipt, { signed }: ReceiptCheck): string | undefined {
  const [, id] = order.instrument.split(':')
  if (!signed || PUBLISHED_SIGNERS.some((text) => signerSetId(text) === id)) return undefined
  return signed.byTest
    ? 'not independent: test signers signed these prices, and anybody can make their keys'
    : `not the published signers: these prices are signed by set ${id} of --signers, and only you know who that is`
}

/** For how long prices stood in no head while the order ran, if others have not signed them. */
const lateMs = (receipt: AnyReceipt): number => ('window' in receipt ? unfixedMs(receipt) : 0)

/** Gaps in what a valid receipt shows. */
function notesOf(
  receipt: AnyReceipt,
  check: ReceiptCheck,
  options: Options,
  checkpoints: readonly SeenCheckpoint[],
): string[] {
  const notes: string[] = []
  // A checkpoint that the device fetched says nothing of this log before the server has shown that it continues from it.
  const isTied =
    isTiedByWitnesses(receipt, check.end, options.policy) ||
    (options.server !== undefined && isTiedByDevice(receipt, check.end, checkpoints))
  if (!isTied) notes.push('not tied in time: nobody outside is known to have seen this log when the order ran')
  if (lateMs(receipt) > FIXED_WITHIN_MS) {
    const seconds = Math.ceil(lateMs(receipt) / 1_000)
    notes.push(`not fixed in time: for ${seconds} s prices stood in no head, and could still be chosen`)
  }
  const others = 'updates' in receipt && receipt.updates.length > 0 ? otherSigners(receipt, check) : undefined
  if (others) notes.push(others)
  return notes
}

/** The line that says what holds. */
function summaryOf(receipt: AnyReceipt, options: Options): string {
  const { order, head, publicKey } = receipt
  const prices = 'updates' in receipt ? `${receipt.updates.length} signed prices` : `${receipt.tickCount} ticks`
  const late = lateMs(receipt) > FIXED_WITHIN_MS ? ', but its prices were not fixed in time' : ''
  return (
    `The receipt of ${order.number} holds${late}: ${order.symbol} ${order.direction}, ${amountOf(order)}, ` +
    `${order.entryPrice ?? '-'} to ${order.exitPrice ?? '-'}, ${order.status}; code ${proofCode(order)}, ${prices}, ` +
    `head ${head.number}, key ${publicKey}, seen by ${seenBy(receipt, options)} witnesses\n`
  )
}

/** Checks what was read of a file, and says what it found. */
async function checkContent(content: Partial<Evidence>, options: Options): Promise<number> {
  const { receipt, acceptance, checkpoints, refusal, left } = content
  if (receipt === null && acceptance === null && left && !refusal) return failed(unansweredFindings(left))
  if (receipt === null && acceptance === null && checkpoints?.length === 2)
    return compareCheckpoints(
      checkpoints.map(({ text }) => text),
      options,
    )
  if (checkpoints && receipt === null) return failed(findingsWithoutReceipt(acceptance))
  const check = await checkOf(receipt, options.signers)
  if (check.problems.length > 0 || !isAnyReceipt(receipt))
    return failed(check.problems.map((problem) => findingOf(problem, receipt)))
  const findings = await findingsBeside(receipt, content, options)
  const [first] = findings
  if (first?.[0] === 'restored') {
    process.stdout.write(`VOID  restored: ${first[1]}\n`)
    return 3
  }
  if (first) return failed(findings)
  for (const note of notesOf(receipt, check, options, checkpoints ?? [])) process.stdout.write(`NOTE  ${note}\n`)
  if (options.proof) writeFileSync(options.proof, tlogProof(receipt))
  process.stdout.write(summaryOf(receipt, options))
  return lateMs(receipt) > FIXED_WITHIN_MS ? 4 : 0
}

async function checkFile(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const options = readOptions(args)
  if (options.file) return checkContent(readFile(readFileSync(options.file, 'utf8')), options)
  return compareCheckpoints(
    options.checkpoint.map((name) => readFileSync(name, 'utf8')),
    options,
  )
}

/** Returns the exit code. */
export const main = (args: readonly string[]): Promise<number> =>
  checkFile(args).catch((error) => {
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    return 2
  })

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('verify-receipt.mjs')) {
  main(process.argv.slice(2)).then((code) => process.exit(code))
}
