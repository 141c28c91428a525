import type { ConsoleProblem } from '../../../../contract/console'
import type { OpenVerification, WaitingVerification } from '../../../../contract/consoleSchemas'
import { audited } from '../../auditLog/auditLog'
import { reviewDueAt } from '../../modules/verification/service'
import { type Page, type PageQuery, readPage } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import { type ConsoleDeps, liveUser } from '../action'
import { extendClaim, needClaim, withClaims } from './claims'
import { listWaitingVerifications, type WaitingRow } from './queueRepository'
import { watermark } from './watermark'

const toItem = (row: WaitingRow): WaitingVerification => ({
  key: String(row.user_id),
  account: row.account,
  status: row.status,
  nationality: row.nationality,
  attempt: row.attempt,
  submittedAt: row.submitted_at.toISOString(),
  dueAt: reviewDueAt(row.submitted_at).toISOString(),
  claim: null,
})

/** The user's submission; only for the person who has claimed the item. */
async function look({ database, clock, verification }: ConsoleDeps, staff: StaffIdentity, key: string) {
  const held = await needClaim(database, { queue: 'verifications', key }, { now: clock.now(), staffId: staff.id })
  if (!held.ok) return held
  const user = await liveUser(database, key)
  if (!user.ok) return user
  const result = await verification.look(user.value.id)
  if (!result.ok) return result
  return ok({ id: user.value.id, ...result.value })
}

/** Identity checks that wait. Every look is written to the audit log before the answer. */
export function createVerificationQueue(deps: ConsoleDeps) {
  const { database, clock } = deps
  return {
    async list(
      staff: StaffIdentity,
      query: PageQuery & { text?: string },
    ): Promise<Result<Page<WaitingVerification>, 'invalid_request'>> {
      const page = await readPage(query, {
        keys: 2,
        read: (after, limit) => listWaitingVerifications(database, { text: query.text ?? null, after, limit }),
        keysOf: (row) => [row.submitted_us, row.user_id],
        toItem,
      })
      if (!page.ok) return page
      return ok(await withClaims(database, page.value, 'verifications', { now: clock.now(), staff }))
    },

    /** The user's entries, next to the photos; opening it puts the submission under verification. */
    async open(staff: StaffIdentity, key: string): Promise<Result<OpenVerification, ConsoleProblem>> {
      const looked = await look(deps, staff, key)
      if (!looked.ok) return looked
      const { id, name, nationality, idNumber, front, back } = looked.value
      await extendClaim(database, { queue: 'verifications', key }, { now: clock.now(), staff })
      await audited(database, { actor: actorOf(staff), reason: 'queue' }, 'verifications.open', async (tx) => {
        await deps.verification.markOpened(tx, id)
        return { subject: `user ${key}`, details: {}, value: undefined }
      })
      const photos = (['front', 'back'] as const).filter((side) => ({ front, back })[side] !== undefined)
      return ok({ key, name, nationality, idNumber, photos })
    },

    /** JPEG with the viewer's login and the time across it. */
    async photo(staff: StaffIdentity, key: string, side: 'front' | 'back'): Promise<Result<Buffer, ConsoleProblem>> {
      const looked = await look(deps, staff, key)
      if (!looked.ok) return looked
      const photo = looked.value[side]
      if (!photo) return refuse('not_found')
      await audited(database, { actor: actorOf(staff), reason: 'queue' }, 'verifications.photo', async () => ({
        subject: `user ${key}`,
        details: { side },
        value: undefined,
      }))
      return ok(await watermark(photo, staff.login, clock.now()))
    },
  }
}
