import type { Queryable } from '../../database/database'
import { creditProblem } from '../../modules/deposits/service'
import { parseMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import type { ActionHandler, ConsoleDeps } from '../action'
import { toBankSide } from '../statements/bankSide'
import { scaleOf } from '../statements/statementLine'
import { findBankSide } from '../statements/statementRepository'
import { requestSubject } from './moneyRequests'

/**
 * A credit that the bank's line for the deposit speaks against has to say so: `bankAmount` is what the bank shows, and
 * the second person sees both.
 */
async function needBank(
  tx: Queryable,
  { config }: ConsoleDeps,
  { reference, amount, bankAmount }: { reference: string; amount: bigint; bankAmount: string | undefined },
): Promise<Result<undefined, 'bank_differs'>> {
  const row = await findBankSide(tx, { reference, amount })
  const differs = row && !toBankSide(row, amount, config.currency).agrees
  const said = bankAmount && parseMoney(bankAmount, scaleOf(row?.bank_currency ?? '', config.currency))
  return said === (differs ? row.bank_amount : undefined) ? ok(undefined) : refuse('bank_differs')
}

/**
 * Credits money that has arrived. Refuses another amount, a deposit that staff have decided, one that has expired or
 * that its user canceled, unless the asker says that the money is `late`, and one for which the bank shows something
 * else, unless the asker says what.
 */
export const approveDeposit: ActionHandler<'deposits.approve'> = {
  subject: requestSubject,
  async check(deps, { reference, late = false, bankAmount }, { amount }) {
    const found = await deps.deposits.find(reference)
    const problem = found ? creditProblem(found.deposit, { amount, late }) : 'not_found'
    return problem ? refuse(problem) : needBank(deps.database, deps, { reference, amount, bankAmount })
  },
  needsTwo: async (_, { bankAmount }) => bankAmount !== undefined,
  async run({ tx, deps, amount }, { reference, late = false, bankAmount, ...params }) {
    const bank = await needBank(tx, deps, { reference, amount, bankAmount })
    if (!bank.ok) return bank
    const result = await deps.deposits.approve(tx, reference, { amount, late })
    if (!result.ok) return result
    const details = { amount: `${params.amount} ${deps.config.currency.code}`, late }
    return ok({ details: bankAmount === undefined ? details : { ...details, bankAmount } })
  },
}
