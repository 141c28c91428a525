import type { AnyReceipt } from '../../../../contract/proof'
import type { Verdict } from '../../../../proof/rule'
import { checkedReceiptOf } from '../../../../test/client/receipts'
import { vectorNamed } from '../../../../test/proof/readVectors'
import type { T } from '../../../i18n/keys'
import { factsOfReceipt } from './storyFacts'
import { storyRows } from './storyRows'

const ofLog = vectorNamed('honest-won').receipt as AnyReceipt
const ofSigners = vectorNamed('signed-won').receipt as AnyReceipt

/** The keys of the story's texts, in order, for a sound result on prices of `source`. */
function keysFor(receipt: AnyReceipt, source: string, byTest?: boolean): string[] {
  const from = { ...receipt, order: { ...receipt.order, source } } as AnyReceipt
  const signed = byTest === undefined ? {} : { signed: { needed: 3, all: 5, byTest } }
  const checked = checkedReceiptOf(from, { verdict: {} as Verdict, ...signed })
  const t = ((key: string) => key) as unknown as T
  const format = { number: String, percent: String, signed: String } as unknown as Parameters<
    typeof storyRows
  >[3]['format']
  const rows = storyRows(factsOfReceipt(from), checked, 5, { t, format, zone: 'utc', shown: String })
  return rows.flatMap(({ title, text }) => [String(title), String(text)]).filter((key) => key.startsWith('orders.'))
}

const first = ['first.title', 'first.text']
const listed = ['complete.title', 'complete.text', 'last.title', 'last.text']
const signedLast = ['signed.lastTitle', 'signed.lastText']
const rule = ['end.won', 'rule.won']
const signed = ['agreed.title', 'agreed.text', ...first]
const known = ['agreed.title', 'agreed.known', ...first]

/** What each kind of price lets a receipt say (docs/PROOF_DESIGN.md, "What is promised"). */
test.each<[string, string[], string[]]>([
  ['invented prices are known beforehand', keysFor(ofLog, 'simulated'), [...known, ...listed, ...rule]],
  ['a recording is known beforehand', keysFor(ofLog, 'replay:day'), [...known, ...listed, ...rule]],
  ['prices of an exchange came in after the signature', keysFor(ofLog, 'binance'), [...signed, ...listed, ...rule]],
  [
    'prices that others sign are theirs',
    keysFor(ofSigners, 'pyth', false),
    [...signed, 'signed.title', 'signed.text', ...signedLast, ...rule],
  ],
  [
    'prices of test keys are known beforehand, and not independent',
    keysFor(ofSigners, 'pyth', true),
    [...known, 'signed.testTitle', 'signed.testText', ...signedLast, ...rule],
  ],
])('a story says that %s', (_, keys, wanted) => expect(keys).toEqual(wanted.map((key) => `orders.story.${key}`)))
