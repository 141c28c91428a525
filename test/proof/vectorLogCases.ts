import { orderOf, SETTLED, START, TERMS, TICKS, TIMES } from './forge'
import { acceptanceOf, HOUSE, keyChange, secondSpelling } from './forgeKeys'
import {
  ACCEPTED,
  at,
  type Case,
  changed,
  edited,
  FIXED,
  forged,
  headAt,
  isVoid,
  LAST,
  OLD,
  OLDEST,
  STRANGER,
  stateAt,
  WON,
} from './vectorKit'

const VOID_LATE = { order: orderOf(null, null, 'void', isVoid('logged_late')) }

export const LOG_CASES: readonly Case[] = [
  forged('d-one-head', 'not_fixed_before', 'one head for both: nothing was fixed before', {
    numbers: { fixed: LAST },
  }),
  forged('source-foreign', 'source', 'a price of another source than was agreed', {
    ticks: changed(6, { source: 'other' }),
  }),
  forged('source-time', 'source_time', 'prices that are all a millisecond older than the terms allow', {
    ticks: TICKS.map((each) => ({ ...each, sourceAt: each.at - 5_001 })),
  }),
  forged('source-time-ahead', 'source_time', 'prices of times that are to come at their source', {
    ticks: TICKS.map((each) => ({ ...each, sourceAt: each.at + 5_001 })),
  }),
  forged(
    'source-time-terms',
    'source_time',
    'prices that are older than these terms allow, though not than others do',
    {
      order: orderOf(at(3), at(11), 'won', { sourceLagMs: 100 }),
      ticks: TICKS.map((each) => ({ ...each, sourceAt: each.at - 101 })),
    },
  ),
  forged('source-other-instrument', 'source', 'the right source, but a price of its perpetual contract', {
    order: orderOf(at(3), at(11), 'won', { instrument: 'BTC-USDT' }),
    ticks: changed(6, { instrument: 'BTC-USDT-SWAP' }),
  }),
  forged('source-of-the-other', 'source', 'a source with the instrument that belongs to the other source', {
    order: orderOf(at(3), at(11), 'won', { source: 'simulated,okx', instrument: '-,BTC-USDT' }),
    ticks: changed(6, { source: 'okx' }),
  }),
  forged('log-rewritten', 'prices_rewritten', 'the prices were changed after they were fixed', {
    states: stateAt(LAST, ({ ticks }) => ({ ticks: [...changed(4, { price: '1.0' }).slice(0, ticks.length)] })),
  }),
  forged('settlements-rewritten', 'logs_rewritten', 'older settlements were changed', {
    states: stateAt(LAST, ({ settlements }) => ({ settlements: [...SETTLED].reverse().concat(settlements.slice(2)) })),
  }),
  forged('orders-rewritten', 'logs_rewritten', 'an older order was taken out of the orders log', {
    states: stateAt(LAST, ({ orders }) => ({ orders: ['no order', ...orders.slice(1)] })),
  }),
  forged('logged-late-won', 'field', 'an order that was added once its second had begun, and is not void', {
    times: [-3_000, -1_000, 0, ...TIMES.slice(3)],
  }),
  forged(
    'logged-late-by-choice',
    'logged_before',
    'a later head than the first one with the order is shown, and it is void',
    {
      ...VOID_LATE,
      numbers: { accepted: 4 },
    },
  ),
  forged('logged-late-gap', 'logged_before', 'void as logged late, and not the head right before is shown', {
    ...VOID_LATE,
    times: [...TIMES.slice(0, 2), 0, ...TIMES.slice(3)],
    numbers: { before: 1 },
  }),
  edited(
    'logged-late-alone',
    'logged_before',
    'void as logged late, and no head before is shown',
    (receipt) => {
      receipt.before = null
    },
    { ...VOID_LATE, times: [...TIMES.slice(0, 2), 0, ...TIMES.slice(3)] },
  ),
  forged('logged-late-false', 'field', 'void as logged late, though a head held the order in time', VOID_LATE),
  forged('accepted-elsewhere', 'acceptance', 'the orders log has other terms at that place', {
    states: stateAt(ACCEPTED, () => ({ orders: ['an order', 'accept|3|other terms', 'another order'] })),
  }),
  forged('accepted-never', 'acceptance', 'the order is not in the orders log', {
    states: (states) => states.map((each) => ({ ...each, orders: ['x'] })),
  }),
  forged('accepted-after-fixed', 'order', 'the acceptance was logged after the prices were fixed', {
    numbers: { accepted: 9 },
  }),
  forged('accepted-unsorted', 'heads', 'the logs of a head are not in the order of their names', {
    heads: headAt(ACCEPTED, ({ logs }) => ({ logs: [...logs].reverse() })),
  }),
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
  forged('heads-reversed', 'order', 'the heads are in the wrong order', { numbers: { head: 7 } }),
  forged('head-before', 'order', 'the later head is older', {
    heads: headAt(LAST, () => ({ at: START + (TIMES[FIXED - 1] ?? 0) - 1 })),
  }),
  edited(
    'fork',
    'heads',
    'two heads of one number',
    (receipt, { heads }) => {
      Object.assign(receipt.head, heads[LAST - 1], { number: FIXED })
    },
    { order: WON, numbers: { head: FIXED } },
  ),
  edited('head-not-logged', 'heads', 'a head that is not in the log of heads', (receipt) => {
    receipt.fixed.at += 1
  }),
  forged('watermark-back', 'prices_rewritten', 'the log was complete and is not any more', {
    heads: headAt(LAST, ({ products }) => ({ products: products.map((each) => ({ ...each, through: 1 })) })),
  }),
  forged('product-gone', 'prices_rewritten', 'a product is missing in the later head', {
    heads: headAt(LAST, ({ products }) => ({ products: products.slice(1) })),
  }),
  forged('log-gone', 'logs_rewritten', 'a log is missing in the later head', {
    heads: headAt(LAST, ({ logs }) => ({ logs: logs.filter(({ name }) => name !== 'orders') })),
  }),
  forged('products-unsorted', 'heads', 'the products are not in the order of their symbols', {
    heads: headAt(LAST, ({ products }) => ({ products: [...products].reverse() })),
  }),
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
  edited('checkpoint-of-another-head', 'checkpoint', 'the log goes on after the head', async (receipt, house) => {
    receipt.checkpoint = await house.checkpoint(LAST - 1)
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
  forged('head-of-another-house', 'settlement', 'the later head does not hold the settlement', {
    heads: headAt(LAST, ({ logs }) => ({
      logs: logs.map((each) => (each.name === 'settlements' ? { ...each, root: '11'.repeat(32) } : each)),
    })),
  }),
  forged('fixed-after', 'not_fixed_before', 'the prices were fixed after the settlement', {
    states: stateAt(FIXED, ({ settlements }) => ({ settlements: [...settlements, 'x'] })),
  }),
]
