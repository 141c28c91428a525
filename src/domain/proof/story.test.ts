import { STEPS, stepOf } from './story'

test.each([
  [{ kind: 'acceptance' }, 'agreed'],
  [{ kind: 'begins_late' }, 'first'],
  [{ kind: 'tick_missing', sequence: 3 }, 'complete'],
  [{ kind: 'history', problem: { kind: 'heads_rewritten' } }, 'complete'],
  [{ kind: 'ends_early' }, 'last'],
  [{ kind: 'field', field: 'entryPrice' }, 'first'],
  [{ kind: 'field', field: 'exitPrice' }, 'last'],
  [{ kind: 'field', field: 'expiresAt' }, 'last'],
  [{ kind: 'field', field: 'profitLoss' }, 'rule'],
  [{ kind: 'result_place' }, 'rule'],
] as const)('%o speaks against the step "%s"', (problem, step) => {
  expect(stepOf(problem)).toBe(step)
  expect(STEPS).toContain(step)
})
