import type { Progress, Walk } from './progress'
import { NO_TOTAL } from './totalWalk'
import { type Evidence, FULL_PASS_MAX_MS, lastFullPass, NEW_ROWS_MAX_MS, PATIENCE_MS, verdictOf } from './verdict'

const NOW = 1_800_000_000_000
const SWEEPS = [{ name: 'ledger' }, { name: 'files', patienceMs: 3_600_000 }]

const walk = (endedAt: number | undefined): Walk => ({
  newRowsCheckedTo: 9n,
  previousCheckedTo: 9n,
  fullPassAt: 9n,
  fullPassEnd: 9n,
  endedAt,
  wholeBeganAt: undefined,
})
const progress = (ends: (number | undefined)[], change: Partial<Progress> = {}): Progress => ({
  walks: new Map(SWEEPS.map(({ name }, nth) => [name, walk(ends[nth])])),
  suspects: [],
  total: { ...NO_TOTAL, endedAt: NOW },
  ...change,
})
const well: Evidence = { progress: progress([NOW, NOW]), sweeps: SWEEPS, failingSince: new Map(), checkedAt: NOW }
const suspect = { sweep: 'ledger', from: 0n, to: 1n }

test.each<[string, Partial<Evidence>, string]>([
  ['all is checked', {}, 'ok'],
  ['nothing was looked at', { progress: undefined }, 'unchecked'],
  ['one part has had no full pass', { progress: progress([NOW, undefined]) }, 'unchecked'],
  ['a full pass is just recent enough', { progress: progress([NOW - FULL_PASS_MAX_MS, NOW]) }, 'ok'],
  ['a full pass is too long ago', { progress: progress([NOW - FULL_PASS_MAX_MS - 1, NOW]) }, 'unchecked'],
  ['new rows were checked just recently enough', { checkedAt: NOW - NEW_ROWS_MAX_MS }, 'ok'],
  ['new rows were checked too long ago', { checkedAt: NOW - NEW_ROWS_MAX_MS - 1 }, 'unchecked'],
  ['new rows were never checked', { checkedAt: undefined }, 'unchecked'],
  ['a part fails for a moment', { failingSince: new Map([['ledger', NOW - PATIENCE_MS + 1]]) }, 'ok'],
  ['a part fails', { failingSince: new Map([['ledger', NOW - PATIENCE_MS]]) }, 'unchecked'],
  ['a part with more patience fails', { failingSince: new Map([['files', NOW - PATIENCE_MS]]) }, 'ok'],
  ['a slice is off', { progress: progress([NOW, NOW], { suspects: [suspect] }) }, 'off'],
  [
    'the total is off',
    { progress: progress([NOW, NOW], { total: { ...NO_TOTAL, endedAt: NOW, isOff: true } }) },
    'off',
  ],
  ['a slice is off, and a part has had no full pass', { progress: progress([NOW], { suspects: [suspect] }) }, 'off'],
])('%s', (_what, change, state) => {
  expect(verdictOf({ ...well, ...change }, NOW)).toBe(state)
})

test('the last full pass is that of the part whose own is oldest, the total included', () => {
  expect(lastFullPass(progress([NOW - 5, NOW - 7]), SWEEPS)).toBe(NOW - 7)
  expect(lastFullPass(progress([NOW, NOW], { total: { ...NO_TOTAL, endedAt: NOW - 9 } }), SWEEPS)).toBe(NOW - 9)
  expect(lastFullPass(progress([NOW, NOW], { total: NO_TOTAL }), SWEEPS)).toBeUndefined()
})
