import type { LogTree } from '../../contract/proof'
import { acceptanceText } from '../../src/domain/proof/texts'
import { acceptanceOf, HOUSE, headOf, keyChange, logged, orderOf, START, TERMS } from './forge'
import { at, type Case, changed, edited, forged, HONEST, log, OLD, OLDEST, STRANGER, WON } from './vectorKit'

/** The honest order's leaf in the orders log. */
const OWN = acceptanceText(WON)

export const LOG_CASES: Case[] = [
  edited('d-one-head', 'not_fixed_before', 'one head for both: nothing was fixed before', (receipt) =>
    logged(receipt, {
      fixed: receipt.head,
      consistency: {
        products: receipt.consistency.products.map((each) => ({ ...each, path: [] })),
        logs: receipt.consistency.logs.map((each) => ({ ...each, path: [] })),
      },
    }),
  ),
  forged('source-foreign', 'source', 'a price of another source than was agreed', {
    fixed: log(changed(6, { source: 'other' }).slice(0, 13)),
    later: changed(6, { source: 'other' }),
  }),
  forged('source-time', 'source_time', 'a price that is two minutes older than it claims', {
    fixed: log(changed(6, { sourceAt: START - 120_000 }).slice(0, 13)),
    later: changed(6, { sourceAt: START - 120_000 }),
  }),
  forged('source-other-instrument', 'source', 'the right source, but a price of its perpetual contract', {
    order: orderOf(at(3), at(11), 'won', { instrument: 'BTC-USDT' }),
    fixed: log(changed(6, { instrument: 'BTC-USDT-SWAP' }).slice(0, 13)),
    later: changed(6, { instrument: 'BTC-USDT-SWAP' }),
  }),
  forged('source-of-the-other', 'source', 'a source with the instrument that belongs to the other source', {
    order: orderOf(at(3), at(11), 'won', { source: 'simulated,okx', instrument: '-,BTC-USDT' }),
    fixed: log(changed(6, { source: 'okx' }).slice(0, 13)),
    later: changed(6, { source: 'okx' }),
  }),
  forged('log-rewritten', 'prices_rewritten', 'the prices were changed after they were fixed', {
    later: changed(4, { price: '1.0' }),
  }),
  forged('settlements-rewritten', 'logs_rewritten', 'older settlements were changed', {
    before: ['one settlement', 'a changed settlement'],
  }),
  forged('orders-rewritten', 'logs_rewritten', 'an older order was taken out of the orders log', {
    orders: { texts: ['an order', OWN, 'another order'], leaf: 1, after: ['no order', OWN, 'another order', 'later'] },
  }),
  forged('accepted-late', 'accepted_late', 'an order that was added once the prices were known', {
    loggedAfterMs: 5_001,
  }),
  forged('accepted-elsewhere', 'acceptance', 'the orders log has other terms at that place', {
    orders: { texts: ['an order', 'accept|2|other terms', 'another order'], leaf: 1 },
  }),
  forged('accepted-never', 'acceptance', 'the order is not in the orders log', { orders: { texts: ['x'], leaf: 1 } }),
  edited('accepted-after-fixed', 'order', 'the acceptance was logged after the prices were fixed', (receipt) =>
    logged(receipt, { accepted: { ...receipt.accepted, number: 3 } }),
  ),
  edited('accepted-unsorted', 'heads', 'the logs of a head are not in the order of their names', (receipt) =>
    logged(receipt, { accepted: { ...receipt.accepted, logs: [...receipt.accepted.logs].reverse() } }),
  ),
  forged('key-of-checkpoint', 'acceptance', 'the log of heads is signed with another key', {
    keys: { checkpoint: STRANGER },
  }),
  forged('key-of-acceptance', 'acceptance', 'the acceptance is signed with another key', {
    keys: { acceptance: STRANGER },
  }),
  forged('key-of-both', 'keys', 'another key, and nobody handed over to it', {
    keys: { checkpoint: STRANGER, acceptance: STRANGER },
    changes: [keyChange(OLD, HOUSE)],
  }),
  forged('key-without-the-old', 'keys', 'a change of the key that the old one did not sign', {
    changes: [{ ...keyChange(OLD, HOUSE), oldSignature: keyChange(STRANGER, HOUSE).oldSignature }],
  }),
  forged('key-without-the-new', 'keys', 'a change of the key that the new one did not sign', {
    changes: [{ ...keyChange(OLD, HOUSE), newSignature: keyChange(OLD, STRANGER).newSignature }],
  }),
  forged('key-not-logged', 'keys', 'a change of the key that both signed and that is in no log', {
    changes: [keyChange(OLD, HOUSE)],
    loggedChanges: [],
  }),
  forged('key-logged-otherwise', 'keys', 'the log of keys has another change in its place', {
    changes: [keyChange(OLD, HOUSE)],
    loggedChanges: [keyChange(OLDEST, HOUSE)],
  }),
  forged('key-kept-back', 'keys', 'a change of the key that is in the log is not in the receipt', {
    changes: [],
    loggedChanges: [keyChange(HOUSE, STRANGER)],
  }),
  forged('key-gap', 'keys', 'a change of the key is left out', { changes: [keyChange(OLDEST, OLD)] }),
  edited('acceptance-of-other-terms', 'acceptance', 'the acceptance is that of other terms', (receipt) => ({
    ...receipt,
    acceptance: acceptanceOf({ ...TERMS, stake: '1' }),
  })),
  edited('heads-reversed', 'order', 'the heads are in the wrong order', (receipt) =>
    logged(receipt, { head: { ...receipt.head, number: 1 } }),
  ),
  edited('head-before', 'order', 'the later head is older', (receipt) =>
    logged(receipt, { head: { ...receipt.head, at: receipt.fixed.at - 1 } }),
  ),
  edited('fork', 'heads', 'two heads of one number', (receipt) =>
    logged(receipt, { head: { ...receipt.head, number: receipt.fixed.number } }),
  ),
  edited('head-not-logged', 'heads', 'a head that is not in the log of heads', async (receipt) => {
    const other = await logged(receipt, { fixed: { ...receipt.fixed, at: receipt.fixed.at + 1 } })
    return { ...other, fixed: receipt.fixed }
  }),
  edited('watermark-back', 'prices_rewritten', 'the log was complete and is not any more', (receipt) =>
    logged(receipt, {
      head: { ...receipt.head, products: receipt.head.products.map((each) => ({ ...each, through: 1 })) },
    }),
  ),
  edited('product-gone', 'prices_rewritten', 'a product is missing in the later head', (receipt) =>
    logged(receipt, { head: { ...receipt.head, products: receipt.head.products.slice(1) } }),
  ),
  edited('log-gone', 'logs_rewritten', 'a log is missing in the later head', (receipt) =>
    logged(receipt, { head: { ...receipt.head, logs: receipt.head.logs.slice(1) } }),
  ),
  edited('products-unsorted', 'heads', 'the products are not in the order of their symbols', (receipt) =>
    logged(receipt, { head: { ...receipt.head, products: [...receipt.head.products].reverse() } }),
  ),
  edited('head-forged', 'heads', 'the head was changed after it was signed', (receipt) => {
    receipt.head.at += 1
  }),
  edited('checkpoint-forged', 'checkpoint', 'the checkpoint was changed after it was signed', (receipt) => {
    receipt.checkpoint = receipt.checkpoint.replace('fairtick', 'fairtock')
  }),
  edited('checkpoint-extended', 'checkpoint', 'a line more than a checkpoint has', (receipt) => {
    receipt.checkpoint = receipt.checkpoint.replace('\n\n', '\nmore\n\n')
  }),
  edited('checkpoint-unsigned', 'checkpoint', 'nobody whom anyone knows has signed the checkpoint', (receipt) => {
    receipt.checkpoint = receipt.checkpoint.replace('— fairtick', '— fairtock')
  }),
  edited('checkpoint-twice', 'checkpoint', 'a second signature of the log, which is none', (receipt) => {
    const [, line = ''] = receipt.checkpoint.split('\n\n')
    const signature = Buffer.from(line.trimEnd().split(' ')[2] ?? '', 'base64')
    const wrong = Buffer.concat([signature.subarray(0, 36), signature.subarray(4, 36)]).toString('base64')
    receipt.checkpoint += `${line.split(' ').slice(0, 2).join(' ')} ${wrong}\n`
  }),
  edited('checkpoint-of-another-head', 'checkpoint', 'the log goes on after the head', async (receipt) => {
    const later = await logged(receipt, { head: { ...receipt.head, number: 6 } })
    return { ...receipt, checkpoint: later.checkpoint }
  }),
  edited('checkpoint-s-plus-l', 'checkpoint', 'the second spelling of a signature, S + L', (receipt) => {
    const [text = '', line = ''] = receipt.checkpoint.split('\n\n')
    const [dash, name, signature = ''] = line.trimEnd().split(' ')
    const bytes = Buffer.from(signature, 'base64')
    const second = secondSpelling(bytes.subarray(4).toString('hex'))
    const whole = Buffer.concat([bytes.subarray(0, 4), Buffer.from(second, 'hex')]).toString('base64')
    receipt.checkpoint = `${text}\n\n${dash} ${name} ${whole}\n`
  }),
  edited('acceptance-s-plus-l', 'acceptance', 'the second spelling of a signature, S + L', (receipt) => {
    receipt.acceptance.signature = secondSpelling(receipt.acceptance.signature)
  }),
  edited('head-of-another-house', 'settlement', 'the later head does not hold the settlement', (receipt) =>
    logged(receipt, { head: { ...receipt.head, logs: otherSettlements(receipt.head.logs) } }),
  ),
  edited('fixed-after', 'not_fixed_before', 'the prices were fixed after the settlement', (receipt) =>
    logged(receipt, {
      fixed: headOf(2, { ...HONEST.fixed, settlements: ['one settlement', 'another settlement', 'x'] }),
    }),
  ),
]

const otherSettlements = (logs: readonly LogTree[]): LogTree[] =>
  logs.map((each) => (each.name === 'settlements' ? { ...each, root: '11'.repeat(32) } : each))

/** S + L, little-endian, with the same R. */
function secondSpelling(signature: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const scalar = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + order
  return signature.slice(0, 64) + Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')
}
