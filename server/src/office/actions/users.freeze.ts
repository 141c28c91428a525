import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { forUser, freezeSubject, isFrozen } from './users'

/**
 * Stops log-in, new orders or money out; open orders settle as usual (PRODUCT.md 20.7). Refuses what is stopped already.
 * The note is for the user to read and stays out of the audit log.
 */
export const freezeUser: ActionHandler<'users.freeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const frozen = await isFrozen(deps, params)
    return frozen.ok && frozen.value ? refuse('already_frozen') : frozen
  },
  run: (context, { user, kind, told, note }) =>
    forUser(context, user, async (id) => {
      const { tx, deps, asker } = context
      const isNew = await deps.freezesAndNotes.freeze(tx, id, { kind, reason: operatorReasonOf(told, note), by: asker })
      return isNew ? ok({ details: { told } }) : refuse('already_frozen')
    }),
}
