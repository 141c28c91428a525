import type { FreezeKind } from '../../../../contract/limits'
import type { Database, Queryable, Tx } from '../../database/database'
import type { Auth } from '../../plugins/auth'
import type { Clock } from '../../shared/clock'
import { type Freeze, listFreezes, lockForFreeze } from '../../users/freezes'
import { notifyUser } from '../../users/userEvents'

export interface FreezesAndNotesDeps {
  database: Database
  clock: Clock
  auth: Pick<Auth, 'endSessions' | 'forgetSession'>
}

export interface Note {
  author: string
  text: string
  created_at: Date
}

/** Staff actions on one user (PRODUCT.md 20.7 and 20.8). */
export function createFreezesAndNotesService({ clock, auth }: FreezesAndNotesDeps) {
  return {
    /** In the caller's transaction; false if this is frozen already. `reason` comes from `operatorReasonOf`. */
    async freeze(tx: Tx, userId: bigint, { kind, reason, by }: { kind: FreezeKind; reason: string; by: string }) {
      await lockForFreeze(tx, userId)
      if (
        !(await tx.some(
          `insert into account_freeze (user_id, kind, reason, frozen_by, frozen_at) values ($1, $2, $3, $4, $5)
           on conflict (user_id, kind) do nothing returning 1`,
          [userId, kind, reason, by, new Date(clock.now())],
        ))
      )
        return false
      const ended = kind === 'login' ? await auth.endSessions(tx, userId) : []
      for (const session of ended) auth.forgetSession(session)
      await notifyUser(tx, userId, ['withdrawals', 'account'])
      return true
    },
    /** Returns the freeze that was in force; undefined without one. */
    async unfreeze(tx: Tx, userId: bigint, kind: FreezeKind) {
      const row = await tx.first<Freeze>(
        'delete from account_freeze where user_id = $1 and kind = $2 returning kind, reason, frozen_by, frozen_at',
        [userId, kind],
      )
      if (row) await notifyUser(tx, userId, ['withdrawals', 'account'])
      return row
    },
    freezesOf: listFreezes,
    async addNote(tx: Tx, userId: bigint, { author, text }: Pick<Note, 'author' | 'text'>) {
      await tx.query('insert into user_note (user_id, author, text, created_at) values ($1, $2, $3, $4)', [
        userId,
        author,
        text,
        new Date(clock.now()),
      ])
    },
    /** Newest first. */
    notesOf: (tx: Queryable, userId: bigint, limit: number) =>
      tx.query<Note>('select author, text, created_at from user_note where user_id = $1 order by id desc limit $2', [
        userId,
        limit,
      ]),
  }
}
