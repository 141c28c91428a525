import type { Permission, StaffActionName } from '../../../contract/console'
import type { Deps } from '../deps'
import { findByKey } from '../staff/staffKeys'
import { hasStaff } from '../staff/staffRepository'
import { OpsRefusal } from './kit'

/**
 * The permission that a command, or each of its group, needs, as in the console; all others need an administrator's.
 */
const NEEDS: Readonly<Record<string, Permission>> = {
  verify: 'verifications.decide',
  deposits: 'deposits.decide',
  withdrawals: 'withdrawals.decide',
  'users show': 'users.read',
  'payout-accounts show': 'users.read',
  'payout-accounts': 'users.help',
  'change-codes': 'users.help',
  'reset-codes': 'users.help',
  'second-factor': 'users.help',
  products: 'products.manage',
  content: 'content.edit',
  'savings income set': 'content.edit',
}

/** The console's name for each command that asks for two people there (PRODUCT.md 20.3). */
const ACTION_OF: Readonly<Record<string, StaffActionName>> = {
  'verify approve': 'verifications.approve',
  'verify reject': 'verifications.reject',
  'deposits reject': 'deposits.reject',
  'withdrawals pick-up': 'withdrawals.pick-up',
  'withdrawals reject': 'withdrawals.reject',
  'payout-accounts reopen': 'payout-accounts.reopen',
  'change-codes issue': 'change-codes.issue',
  'second-factor off': 'second-factor.off',
  'products maintenance': 'products.maintenance',
  // It replaces what is public.
  'content draft': 'content.publish',
  'content publish': 'content.publish',
  'content withdraw': 'content.withdraw',
  'content announce': 'content.announce',
  'savings income set': 'savings.income',
}

/**
 * The console's rule of four eyes applies to staff here, too: what one person may not do alone is proposed in the
 * console. Commands with proposals of their own (approvals.ts) ask for the second person themselves.
 */
function needTwo({ config }: Deps, command: string) {
  const action = ACTION_OF[command]
  if (action === undefined || config.console?.alone.get(action) === null) return
  throw new OpsRefusal(`"${command}" needs two people: ask for it in the staff console, where another one agrees.`)
}

/** The proposal that these commands end decides the permission (approvals.ts). */
const PROPOSALS = 'approvals'

/** Commands for the time before anybody can sign in, and for an administrator who cannot. */
const RECOVERY = 'staff'

interface Asked {
  key: string | undefined
  typed: string | undefined
  /** First word of the command. */
  group: string
  /** Its other words. */
  name: string
}

/**
 * Who runs a command that changes something (PRODUCT.md 20.10): the owner of the key, or else the typed name. A name is
 * accepted for `RECOVERY`, and with demo funds on the database of one machine or until there are staff accounts.
 */
export async function actorFor(deps: Deps, { key, typed, group, name }: Asked): Promise<string> {
  if (key) {
    const owner = await findByKey(deps.database, key, new Date(deps.clock.now()))
    if (!owner)
      throw new OpsRefusal('OPS_KEY is not valid: it has ended or was revoked. Make a new one in the console.')
    if (group !== PROPOSALS && !owner.permissions.includes(NEEDS[`${group} ${name}`] ?? NEEDS[group] ?? 'staff.manage'))
      throw new OpsRefusal(`The roles of ${owner.actor} do not include this command.`)
    needTwo(deps, `${group} ${name}`)
    return owner.actor
  }
  const { funds, databaseUrl } = deps.config
  const isAlone = funds === 'demo' && (databaseUrl === undefined || !(await hasStaff(deps.database)))
  const mayType = group === RECOVERY || isAlone
  if (!mayType)
    throw new OpsRefusal('Set OPS_KEY to a key of your own (staff console, "Keys"): names are no longer typed here.')
  if (typed === undefined) throw new OpsRefusal('It needs --actor <name>, or OPS_KEY.')
  return typed
}
