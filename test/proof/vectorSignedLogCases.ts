import { TEST_SET } from '../oracle/signers'
import { type UpdatePlan, updateOf } from '../oracle/updates'
import { START } from './forge'
import { FEED, instrumentOf, price } from './forgeSigned'
import type { Case } from './vectorKit'
import { ENTRY, EXIT, LATE_TIMES, late, OTHER_FEED, signedCase } from './vectorSignedCases'

/** The log around it is that of format 4; these are the places where format 5 has something else. */
export const SIGNED_LOG_CASES: readonly Case[] = [
  signedCase('rule-1', 'format', 'a receipt of format 5 under rule 1', {}, ({ order }) => {
    order.rule = 1
  }),
  signedCase('source', 'format', 'another source than the rule knows', {}, ({ order }) => {
    order.source = 'binance'
  }),
  signedCase('instrument', 'format', 'terms without a set of signers', {}, ({ order }) => {
    order.instrument = FEED
  }),
  signedCase('with-ticks', 'format', 'a receipt of format 5 with ticks', {}, (receipt) => {
    Object.assign(receipt, { tickCount: 0, ranges: [] })
  }),
  signedCase('terms-changed', 'acceptance', 'the file says another feed', {}, ({ order }) => {
    order.instrument = instrumentOf(TEST_SET, OTHER_FEED)
  }),
  signedCase('products-changed', 'heads', 'a head with other products', {}, ({ head }) => {
    head.products = '44'.repeat(32)
  }),
  signedCase('accepted-after-head', 'order', 'the order was accepted after the last head', {}, (receipt, { heads }) => {
    receipt.accepted = { ...receipt.head, number: heads.length + 1 }
  }),
  signedCase('logs-gone', 'logs_rewritten', 'no path for the log of orders', {}, ({ consistency }) => {
    consistency.logs.splice(1, 1)
  }),
  signedCase('result-not-counted', 'logs_rewritten', 'the map of results has fewer orders than were settled', {
    heads: (heads) =>
      heads.map((head, at) =>
        at === 2
          ? { ...head, logs: head.logs.map((log) => (log.name === 'results' ? { ...log, size: 1 } : log)) }
          : head,
      ),
  }),
]

/** The oracle's response to the scripts about a second: the same update as it comes over the wire. */
const wireOf = (plan: UpdatePlan) => ({
  binary: { data: [updateOf({ ...plan, parityBase: 27, magic: '504e4155010102beef00' })] },
})
const asked = (
  name: string,
  code: string | null,
  lie: string,
  second: number,
  plan: UpdatePlan | undefined,
  entry: boolean,
): Case => ({
  ...signedCase(`asked-${name}`, code, lie, {
    order: entry ? late(ENTRY, 609_001) : late(null, 606_001),
    updates: entry ? [ENTRY] : [],
    times: LATE_TIMES,
  }),
  hermes: plan
    ? { [`/v2/updates/price/${START / 1_000 + second}?ids[]=${FEED}&encoding=hex&parsed=false`]: wireOf(plan) }
    : {},
})
export const HERMES_CASES: readonly Case[] = [
  asked('exit', 'kept_back', 'the oracle has the price of the exit that the house says was not there', 9, EXIT, true),
  asked(
    'entry',
    'kept_back',
    'the oracle has the price of the entry that the house says was not there',
    1,
    ENTRY,
    false,
  ),
  asked('gap', null, 'none: the next price of the oracle came too late', 9, price(15, 1, { backSeconds: 8 }), true),
  asked('forged', null, 'none: the oracle shows a price that is not signed', 9, { ...EXIT, by: [0, 1] }, true),
  asked('nothing', null, 'none: the oracle has no price', 9, undefined, true),
]
