import { STAFF_ACTIONS, type StaffAction, type StaffActionName } from '../../../../contract/console'
import type { ActionHandler } from '../action'
import { announce, publishContent, setSavingsIncome, withdrawContent } from './content'
import {
  approveDeposit,
  approveWithdrawal,
  handBackWithdrawal,
  pickUpWithdrawal,
  rejectDeposit,
  rejectWithdrawal,
} from './money'
import { changeProduct, limitProductExposure, setMaintenance, withdrawChange } from './products'
import { writeReason } from './reasons'
import { disableStaff, inviteStaff, linkStaff, resetStaff, setStaffRoles, unlinkStaff } from './staff'
import { reopenLine, setLineAside } from './statements'
import {
  endSessions,
  freezeUser,
  issueChangeCode,
  issueResetCode,
  reopenPayoutAccount,
  secondFactorOff,
  setUserPhone,
  unfreezeUser,
} from './users'
import { approveVerification, rejectVerification } from './verifications'

/** Everything that staff can change, in the console and on the command line; a test checks what the table may touch. */
export const HANDLERS: { [N in StaffActionName]: ActionHandler<N> } = {
  'verifications.approve': approveVerification,
  'verifications.reject': rejectVerification,
  'deposits.approve': approveDeposit,
  'deposits.reject': rejectDeposit,
  'statement-lines.set-aside': setLineAside,
  'statement-lines.reopen': reopenLine,
  'withdrawals.pick-up': pickUpWithdrawal,
  'withdrawals.hand-back': handBackWithdrawal,
  'withdrawals.approve': approveWithdrawal,
  'withdrawals.reject': rejectWithdrawal,
  'payout-accounts.reopen': reopenPayoutAccount,
  'second-factor.off': secondFactorOff,
  'change-codes.issue': issueChangeCode,
  'reset-codes.issue': issueResetCode,
  'sessions.end': endSessions,
  'users.freeze': freezeUser,
  'users.unfreeze': unfreezeUser,
  'users.set-phone': setUserPhone,
  'products.maintenance': setMaintenance,
  'products.change': changeProduct,
  'products.withdraw': withdrawChange,
  'products.exposure': limitProductExposure,
  'content.publish': publishContent,
  'content.withdraw': withdrawContent,
  'content.announce': announce,
  'savings.income': setSavingsIncome,
  'reasons.write': writeReason,
  'staff.invite': inviteStaff,
  'staff.roles': setStaffRoles,
  'staff.disable': disableStaff,
  'staff.reset': resetStaff,
  'staff.link': linkStaff,
  'staff.unlink': unlinkStaff,
}

export const ruleOf = (action: StaffActionName): StaffAction => STAFF_ACTIONS[action]

export const handlerOf = <N extends StaffActionName>(action: N): ActionHandler<N> => HANDLERS[action]
