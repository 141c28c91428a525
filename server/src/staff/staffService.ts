import type { StaffFactor } from '../../../contract/staffSignIn'
import type { Tx } from '../database/database'
import { hashToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { expireProposals } from './proposalEnds'
import type { StaffIdentity } from './staffIdentity'
import { acceptInvitation, type Invited, invite, inviteFirst, inviteToReset, openInvitation } from './staffInvitations'
import * as repository from './staffRepository'
import { findSession, sessionToWire } from './staffSessions'
import { type PasswordSignIn, signIn, signInNamed } from './staffSignIn'
import { wrongFactorsOf } from './wrongFactors'

export { actorOf, loginOf, STAFF_PREFIX, type StaffIdentity } from './staffIdentity'

/** Staff accounts and their sessions. */
export function createStaffService(deps: StaffDeps) {
  const { database, clock } = deps
  wrongFactorsOf(deps.metrics)
  return {
    invite: (tx: Tx, person: Invited) => invite(deps, tx, person),
    inviteFirst: () => inviteFirst(deps),
    reset: (tx: Tx, login: string, by: string) => inviteToReset(deps, tx, login, by),
    isEmpty: async () => !(await repository.hasStaff(database)),
    openInvitation: (token: string) => openInvitation(deps, token),
    accept: (input: Parameters<typeof acceptInvitation>[1]) => acceptInvitation(deps, input),
    signIn: (input: PasswordSignIn) => signIn(deps, input),
    signInNamed: (staffId: bigint, factor: StaffFactor) => signInNamed(deps, staffId, factor),
    byToken: (token: string) => findSession(deps, token),
    signOut: (token: string) => repository.deleteSession(database, hashToken(token)),
    describe: (staff: StaffIdentity) => sessionToWire(deps, staff),
    /** Expired console rows are deleted, and proposals that nobody decided in time end. */
    async sweep() {
      const now = new Date(clock.now())
      await repository.deleteExpired(database, now)
      await expireProposals(database, now)
    },
  }
}

export type StaffService = ReturnType<typeof createStaffService>
