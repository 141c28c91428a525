import { bindAll } from '../shared/bindAll'
import { hashToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { expireProposals } from './proposalEnds'
import { acceptInvitation, invite, inviteFirst, inviteToReset, openInvitation } from './staffInvitations'
import * as repository from './staffRepository'
import { findSession, sessionToWire } from './staffSessions'
import { signIn, signInNamed } from './staffSignIn'
import { wrongFactorsOf } from './wrongFactors'

export { actorOf, loginOf, STAFF_PREFIX, type StaffIdentity } from './staffIdentity'

/** Staff accounts and their sessions. */
export function createStaffService(deps: StaffDeps) {
  const { database, clock } = deps
  wrongFactorsOf(deps.metrics)
  return {
    isEmpty: async () => !(await repository.hasStaff(database)),
    signOut: (token: string) => repository.deleteSession(database, hashToken(token)),
    /** Expired console rows are deleted, and proposals that nobody decided in time end. */
    async sweep() {
      const now = new Date(clock.now())
      await repository.deleteExpired(database, now)
      await expireProposals(database, now)
    },
    ...bindAll(deps, {
      invite,
      inviteFirst,
      reset: inviteToReset,
      openInvitation,
      accept: acceptInvitation,
      signIn,
      signInNamed,
      byToken: findSession,
      describe: sessionToWire,
    }),
  }
}

export type StaffService = ReturnType<typeof createStaffService>
