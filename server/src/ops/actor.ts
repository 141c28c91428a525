import type { Permission } from '../../../contract/console'
import type { Deps } from '../deps'
import { findByKey } from '../staff/staffKeys'
import { hasStaff } from '../staff/staffRepository'
import { OpsRefusal } from './kit'

/** The permission that a look needs, as in the console; all other commands that ask who it is need an administrator's. */
const NEEDS: Readonly<Record<string, Permission>> = {
  verifications: 'verifications.decide',
  deposits: 'deposits.decide',
  withdrawals: 'withdrawals.decide',
  'users show': 'users.read',
  'payout-accounts show': 'users.read',
  content: 'content.edit',
}

/** The table of actions decides who may do these (office/actions/table.ts). */
const BY_ACTION: readonly string[] = ['act', 'agree', 'refuse', 'withdraw', 'proposals']

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
 * The actor of a command that changes something (PRODUCT.md 20.10): the owner of the key, or else the typed name. A
 * name is accepted for `RECOVERY`, and with demo funds on the database of one machine or until there are staff
 * accounts.
 */
export async function actorFor(deps: Deps, { key, typed, group, name }: Asked): Promise<string> {
  if (key) {
    const owner = await findByKey(deps.database, key, new Date(deps.clock.now()))
    if (!owner)
      throw new OpsRefusal('OPS_KEY is not valid: it has ended or was revoked. Make a new one in the console.')
    if (
      !BY_ACTION.includes(group) &&
      !owner.permissions.includes(NEEDS[`${group} ${name}`] ?? NEEDS[group] ?? 'staff.manage')
    )
      throw new OpsRefusal(`The roles of ${owner.actor} do not include this command.`)
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
