import type { ReceiptTick, SignedReceipt } from '../../contract/proof'
import { START, TIMES, tick } from './forge'
import { FEED, type SignedPlan, signedOrder } from './forgeSigned'
import { type Case, isVoid } from './vectorKit'
import { ENTRY, EXIT, signedCase } from './vectorSignedCases'

const DAY_MS = 86_400_000
const [ENTRY_MS, EXIT_MS] = [1_000, 9_000]
const signedTick = (sequence: number, ofMs: number, changes: Partial<ReceiptTick> = {}) =>
  tick(sequence, ofMs + 250, '64000.0', { source: 'pyth', instrument: FEED, sourceAt: START + ofMs, ...changes })
const TICKS = [signedTick(1, 0), signedTick(2, 1_000), signedTick(3, 8_000)]
/** Heads up to one that is complete to a time, 50 ms before its own, and one after it. */
const through = (ms: number) => [...TIMES, ms + 50, ms + 5_050]
const closedAt = START + EXIT_MS + DAY_MS + 60

const SILENT_END: SignedPlan = {
  order: signedOrder(ENTRY, null, 'void', isVoid('stale_at_expiry', { closedAt })),
  updates: [ENTRY],
  ticks: TICKS,
  times: through(EXIT_MS + DAY_MS),
  silentAt: TIMES.length + 1,
}
const silent = (
  name: string,
  expect: string | null,
  lie: string,
  plan: Partial<SignedPlan>,
  edit?: (receipt: SignedReceipt) => void,
) => signedCase(`silent-${name}`, expect, lie, { ...SILENT_END, ...plan }, edit)

/** Orders without the update that they waited for, after a day without prices. */
export const SILENCE_CASES: readonly Case[] = [
  silent('end', null, 'none: the signers stopped before the end, and nothing came for a day', {}),
  silent('entry', null, 'none: the signers stopped before the entry, and nothing came for a day', {
    order: signedOrder(null, null, 'void', isVoid('no_entry_tick', { closedAt: closedAt - EXIT_MS + ENTRY_MS })),
    updates: [],
    ticks: TICKS.slice(0, 1),
    times: through(ENTRY_MS + DAY_MS),
  }),
  silent('soon', 'exit_update', 'a day less a millisecond', { times: through(EXIT_MS + DAY_MS - 1) }),
  silent('entry-soon', 'entry_update', 'a day less a millisecond without an entry', {
    order: signedOrder(null, null, 'void', isVoid('no_entry_tick', { closedAt: closedAt - EXIT_MS + ENTRY_MS })),
    updates: [],
    ticks: TICKS.slice(0, 1),
    times: through(ENTRY_MS + DAY_MS - 1),
  }),
  silent('priced', 'exit_update', 'a price of the second of the end came', {
    ticks: [...TICKS, signedTick(4, EXIT_MS)],
  }),
  silent('priced-later', 'exit_update', 'a price came after half a day', {
    ticks: [...TICKS, signedTick(4, DAY_MS / 2)],
  }),
  silent(
    'not-last',
    'exit_update',
    'a price came, and an older one is shown as the last',
    {
      ticks: [...TICKS, signedTick(4, EXIT_MS)],
    },
    ({ silence }) => {
      if (silence) silence.tick = TICKS.at(-1) ?? silence.tick
    },
  ),
  silent('other-feed', 'exit_update', 'the last price is of another feed', {
    ticks: [...TICKS, signedTick(4, 8_500, { instrument: `0${FEED.slice(1)}` })],
  }),
  silent('other-source', 'exit_update', 'the last price is of another source', {
    ticks: [...TICKS, signedTick(4, 8_500, { source: 'okx' })],
  }),
  silent(
    'head-changed',
    'exit_update',
    'the head is complete for longer in the file than in the log',
    {
      times: through(EXIT_MS + DAY_MS - 1),
    },
    ({ silence }) => {
      if (silence) silence.head.through += 1
    },
  ),
  silent('won', 'exit_update', 'the order is won, and shows a silence as well', {
    order: signedOrder(ENTRY, EXIT, 'won', { closedAt }),
    updates: [ENTRY, EXIT],
  }),
  silent('logged-late', 'entry_update', 'void as logged late, and shows a silence as well', {
    order: signedOrder(null, null, 'void', isVoid('logged_late', { closedAt })),
    updates: [],
    times: [...TIMES.slice(0, 2), 1_000, ...through(EXIT_MS + DAY_MS).slice(3)],
  }),
]
