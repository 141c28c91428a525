import { STAFF_ACTIONS, type StaffAction, type StaffActionName } from '../../../contract/console'
import { ConsoleRefusal } from '../staff/refusal'
import type { StaffIdentity } from '../staff/staffService'
import { announce, publishContent, setSavingsIncome, withdrawContent } from './actions/content'
import {
  approveDeposit,
  approveWithdrawal,
  handBackWithdrawal,
  pickUpWithdrawal,
  rejectDeposit,
  rejectWithdrawal,
} from './actions/money'
import { changeProduct, limitProductExposure, setMaintenance, withdrawChange } from './actions/products'
import { writeReason } from './actions/reasons'
import { disableStaff, inviteStaff, linkStaff, resetStaff, setStaffRoles, unlinkStaff } from './actions/staff'
import { reopenLine, setLineAside } from './actions/statements'
import {
  endSessions,
  freezeUser,
  issueChangeCode,
  issueResetCode,
  reopenPayoutAccount,
  secondFactorOff,
  unfreezeUser,
} from './actions/users'
import { approveVerification, rejectVerification } from './actions/verifications'
import type { ActionHandler } from './handler'

/** Everything that staff can change, by name; a test checks what the table may touch. */
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

/** Throws `forbidden` where the person lacks the permission of the action. */
export function needPermission(staff: StaffIdentity, action: StaffActionName) {
  if (!staff.permissions.includes(ruleOf(action).permission)) throw new ConsoleRefusal('forbidden')
}

export const handlerOf = <N extends StaffActionName>(action: N): ActionHandler<N> => HANDLERS[action]
