import { LOCALES } from '../../../../contract/locales'
import { receiptOf } from '../../../../test/client/receipts'
import { checkReceipt } from '../../../domain/proof/receipt'
import { startI18n, translate } from '../../../i18n'
import { problemText } from './problemText'

/** Every field that the rule determines, with a wrong value. */
const ALL_WRONG = {
  status: 'void',
  voidReason: 'too_few_ticks',
  profitLoss: '1',
  payout: '1',
  entrySequence: 1,
  entryAt: 1,
  entryPrice: '1',
  expiresAt: 1,
  exitSequence: 1,
  exitAt: 1,
  exitPrice: '1',
} as const

test.each(LOCALES)('%s names each field that breaks the rule in words, never by its identifier', async (locale) => {
  await startI18n(locale)
  const problems = checkReceipt(receiptOf(ALL_WRONG)).problems.filter((problem) => problem.kind === 'field')
  expect(problems).toHaveLength(Object.keys(ALL_WRONG).length)
  for (const problem of problems) {
    const name = translate(`orders.proof.field.${problem.field}`)
    expect(name).not.toBe('')
    expect(problemText(problem, translate)).toContain(name)
    expect(problemText(problem, translate)).not.toMatch(/[a-z][A-Z]/)
  }
})
