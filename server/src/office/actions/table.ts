import type { StaffActionName } from '../../../../contract/console'
import type { ActionHandler } from '../action'
import { describeBankFile } from './bank-files.describe'
import { removeBankFileDescription } from './bank-files.remove'
import { issueChangeCode } from './change-codes.issue'
import { announce } from './content.announce'
import { publishContent } from './content.publish'
import { withdrawContent } from './content.withdraw'
import { approveDeposit } from './deposits.approve'
import { rejectDeposit } from './deposits.reject'
import { acceptPayeeName } from './payout-accounts.accept-name'
import { refusePayeeName } from './payout-accounts.refuse-name'
import { reopenPayoutAccount } from './payout-accounts.reopen'
import { changeProduct } from './products.change'
import { limitProductExposure } from './products.exposure'
import { setMaintenance } from './products.maintenance'
import { withdrawChange } from './products.withdraw'
import { writeReason } from './reasons.write'
import { issueResetCode } from './reset-codes.issue'
import { setSavingsIncome } from './savings.income'
import { secondFactorOff } from './second-factor.off'
import { endSessions } from './sessions.end'
import { confirmStaff } from './staff.confirm'
import { disableStaff } from './staff.disable'
import { inviteStaff } from './staff.invite'
import { linkStaff } from './staff.link'
import { resetStaff } from './staff.reset'
import { setStaffRoles } from './staff.roles'
import { unlinkStaff } from './staff.unlink'
import { reopenLine } from './statement-lines.reopen'
import { setLineAside } from './statement-lines.set-aside'
import { freezeUser } from './users.freeze'
import { setUserPhone } from './users.set-phone'
import { unfreezeUser } from './users.unfreeze'
import { approveVerification } from './verifications.approve'
import { rejectVerification } from './verifications.reject'
import { approveWithdrawal } from './withdrawals.approve'
import { handBackWithdrawal } from './withdrawals.hand-back'
import { pickUpWithdrawal } from './withdrawals.pick-up'
import { rejectWithdrawal } from './withdrawals.reject'

/** Everything that staff can change, in the console and on the command line: one file per action, with its name. */
const HANDLERS: { [N in StaffActionName]: ActionHandler<N> } = {
  'verifications.approve': approveVerification,
  'verifications.reject': rejectVerification,
  'deposits.approve': approveDeposit,
  'deposits.reject': rejectDeposit,
  'bank-files.describe': describeBankFile,
  'bank-files.remove': removeBankFileDescription,
  'statement-lines.set-aside': setLineAside,
  'statement-lines.reopen': reopenLine,
  'withdrawals.pick-up': pickUpWithdrawal,
  'withdrawals.hand-back': handBackWithdrawal,
  'withdrawals.approve': approveWithdrawal,
  'withdrawals.reject': rejectWithdrawal,
  'payout-accounts.reopen': reopenPayoutAccount,
  'payout-accounts.accept-name': acceptPayeeName,
  'payout-accounts.refuse-name': refusePayeeName,
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
  'staff.confirm': confirmStaff,
}

export const handlerOf = <N extends StaffActionName>(action: N): ActionHandler<N> => HANDLERS[action]
