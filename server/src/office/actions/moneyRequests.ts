import type { ConsoleProblem } from '../../../../contract/console'
import type { DepositProblem } from '../../modules/deposits/service'
import type { WithdrawalProblem } from '../../modules/withdrawals/service'
import { refuse } from '../../staff/refusal'

export const MONEY_PROBLEMS: Record<DepositProblem | WithdrawalProblem, ConsoleProblem> = {
  unknown: 'not_found',
  successful: 'decided',
  failed: 'decided',
  still_open: 'still_open',
  other_amount: 'other_amount',
  user_deleted: 'user_deleted',
  picked_up: 'picked_up',
  not_picked_up: 'not_picked_up',
  frozen: 'frozen',
  user_frozen: 'user_frozen',
}

export const refuseFor = (problem: DepositProblem | WithdrawalProblem) => refuse(MONEY_PROBLEMS[problem])

export const requestSubject = ({ reference }: { reference: string }) => reference
