import { TEST_SET } from '../oracle/signers'
import { FEED, instrumentOf } from './forgeSigned'
import type { Case } from './vectorKit'
import { OTHER_FEED, signedCase } from './vectorSignedCases'

/** The log around it is that of format 4; these are the places where format 5 has something else. */
export const SIGNED_LOG_CASES: readonly Case[] = [
  signedCase('rule-3', 'format', 'a receipt of format 5 under rule 3', {}, ({ order }) => {
    order.rule = 3
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
