import type { Sealer } from '../../shared/sealing'
import { openPayee, type Payee, sealPayee } from '../payoutAccounts/service'
import type { WithdrawalRow } from './repository'

const contextOf = ({ user_id, id }: Pick<WithdrawalRow, 'user_id' | 'id'>) => `withdrawal ${user_id} ${id}`

/** The complete payee, kept with the withdrawal: a later change of the payout account does not change whom it pays. */
export const sealPayeeOf = (sealer: Sealer, row: Pick<WithdrawalRow, 'user_id' | 'id'>, payee: Payee): string =>
  sealPayee(sealer, payee, contextOf(row))

/** For the operator who pays; undefined once the user was deleted. */
export const openPayeeOf = (sealer: Sealer, row: WithdrawalRow): Payee | undefined =>
  row.sealed_payee === null ? undefined : openPayee(sealer, row.sealed_payee, contextOf(row))
