import { LOCALES } from '../../../../contract/locales'
import type { HistoryProblem } from '../../../../proof/heads'
import type { ReceiptProblem } from '../../../../proof/problems'
import { startI18n, translate } from '../../../i18n'
import { createFormat } from '../../../i18n/format'
import { problemText } from './problemText'

type Samples<P extends { kind: string }> = { [K in P['kind']]: Extract<P, { kind: K }> }

const HISTORY: Samples<HistoryProblem> = {
  key_changed: { kind: 'key_changed' },
  order: { kind: 'order' },
  heads_rewritten: { kind: 'heads_rewritten' },
  prices_rewritten: { kind: 'prices_rewritten', symbol: 'BTCUSDT' },
  logs_rewritten: { kind: 'logs_rewritten' },
  not_shown: { kind: 'not_shown' },
}
const PROBLEMS: Samples<ReceiptProblem> = {
  format: { kind: 'format', newer: false },
  checkpoint: { kind: 'checkpoint' },
  heads: { kind: 'heads' },
  keys: { kind: 'keys' },
  history: { kind: 'history', problem: HISTORY.order },
  ask: { kind: 'ask' },
  asked_time: { kind: 'asked_time' },
  acceptance: { kind: 'acceptance' },
  accepted_early: { kind: 'accepted_early' },
  logged_before: { kind: 'logged_before' },
  heads_late: { kind: 'heads_late', number: 8 },
  heads_early: { kind: 'heads_early', number: 8 },
  settlement: { kind: 'settlement' },
  result_place: { kind: 'result_place' },
  window: { kind: 'window' },
  window_order: { kind: 'window_order' },
  through: { kind: 'through' },
  ticks: { kind: 'ticks' },
  tick_order: { kind: 'tick_order', sequence: 70_001 },
  tick_missing: { kind: 'tick_missing', sequence: 70_001 },
  dated_back: { kind: 'dated_back', sequence: 70_001 },
  begins_late: { kind: 'begins_late' },
  ends_early: { kind: 'ends_early' },
  source: { kind: 'source', sequence: 70_001 },
  source_time: { kind: 'source_time', sequence: 70_001 },
  source_order: { kind: 'source_order', sequence: 70_001 },
  other_prices: { kind: 'other_prices', sequence: 7 },
  not_fixed_before: { kind: 'not_fixed_before' },
  fixed_not_first: { kind: 'fixed_not_first' },
  closed_early: { kind: 'closed_early' },
  closed_order: { kind: 'closed_order' },
  signers: { kind: 'signers' },
  update: { kind: 'update' },
  feed: { kind: 'feed' },
  entry_update: { kind: 'entry_update' },
  exit_update: { kind: 'exit_update' },
  field: { kind: 'field', field: 'entrySequence' },
  other_order: { kind: 'other_order', field: 'deviceKey' },
  terms_changed: { kind: 'terms_changed', field: 'seenHead' },
  other_result: {
    kind: 'other_result',
    before: { status: 'won', profitLoss: '1075.00', code: '7K3Q-9X2T-AB4C' },
    now: { status: 'void', profitLoss: '0.00', code: '8K3Q-9X2T-AB4C' },
  },
}

test.each(LOCALES)('%s has words of its own for each problem, with what it is about', async (locale) => {
  await startI18n(locale)
  const format = createFormat(locale)
  const histories = Object.values(HISTORY).filter(({ kind }) => kind !== 'order')
  const all: ReceiptProblem[] = [
    ...Object.values(PROBLEMS),
    ...histories.map((problem) => ({ kind: 'history', problem }) as const),
    { kind: 'format', newer: true },
  ]
  const texts = all.map((problem) => problemText(problem, translate, format))
  expect(new Set(texts).size).toBe(all.length)
  for (const [index, text] of texts.entries()) {
    expect(text).not.toMatch(/[a-z]_[a-z]|orders\.proof|\{\{/)
    // A field has a name, and never shows as its identifier.
    expect(text).not.toMatch(/[a-z][A-Z]/)
    if (JSON.stringify(all[index]).includes('70001')) expect(text).toContain('70001')
  }
  const both = problemText(PROBLEMS.other_result, translate, format)
  for (const part of [format.signed('1075.00'), '7K3Q-9X2T-AB4C', translate('orders.status.void'), '8K3Q-9X2T-AB4C'])
    expect(both).toContain(part)
})
