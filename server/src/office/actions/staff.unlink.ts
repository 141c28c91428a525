import { ok, refuse } from '../../shared/result'
import { unlinkIdentity } from '../../staff/staffRepository'
import type { ActionHandler } from '../action'
import { aboutStaff } from './staff'

/** Ends a person's way in through the provider. Refuses a person who has none. */
export const unlinkStaff: ActionHandler<'staff.unlink'> = {
  ...aboutStaff,
  async run({ tx }, { login }) {
    return (await unlinkIdentity(tx, login)) ? ok({ details: {} }) : refuse('not_found')
  },
}
