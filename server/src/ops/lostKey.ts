import type { Tx } from '../database/database'
import { noteSealingKey, readSealingKeyName } from '../database/sealingClaim'
import type { Deps } from '../deps'
import { sealPayee } from '../modules/payoutAccounts/service'
import { sealedBy } from '../shared/sealing'
import { notifyUser } from '../users/userEvents'

/** The fate of the values of one place that no configured key opens. */
export interface GivenUp {
  place: string
  /** Emptied, so that users and staff can enter them again. */
  emptied: number
  /** Left as they are; another command of the runbook is for them. */
  left: number
}

const ROWS_AT_ONCE = 500

interface Row {
  key: string
  userId: bigint
  sealed: string
  context: string
}

/** A place with values of users. `rows` selects those behind `$1` by key, at most `$2`. */
interface Place {
  name: string
  rows: string
  /** Empties one row in the transaction; none if another command is for it. */
  empty?: (tx: Tx, deps: Deps, row: Row, reason: string) => Promise<void>
}

const select = (from: string, key: string, sealed: string, context: string, user = 'user_id') =>
  `select ${key} as key, ${user} as "userId", ${sealed} as sealed, ${context} as context from ${from}
    and (${key}) collate "C" > $1 order by (${key}) collate "C" limit $2`

const PLACES: readonly Place[] = [
  {
    name: 'verification',
    rows: select(
      'verification where true',
      'user_id::text',
      'sealed_id_number',
      `'verification ' || user_id || ' id number'`,
    ),
    async empty(tx, { sealer, messages, clock }, { userId }, reason) {
      const row = await tx.first<{ attempt: number }>(
        `update verification
            set status = 'rejected', reason = $4, sealed_name = $2, sealed_id_number = $3, id_mark = null, valid_until = null,
                decided_at = $5
          where user_id = $1 returning attempt`,
        [
          userId,
          sealer.seal('', `verification ${userId} name`),
          sealer.seal('', `verification ${userId} id number`),
          reason,
          new Date(clock.now()),
        ],
      )
      await messages.send(tx, {
        userId,
        reference: `verification ${row?.attempt} given up`,
        kind: 'verification_rejected',
        facts: { reason },
      })
      await notifyUser(tx, userId, ['verification', 'account'])
    },
  },
  {
    name: 'payout_account',
    rows: select('payout_account where true', 'user_id::text', 'sealed', `'payout account ' || user_id`),
    async empty(tx, { sealer }, { userId, context }) {
      // No verified name is an empty one, so that nothing can be paid to it.
      const nobody = sealPayee(
        sealer,
        { accountName: '', number: '', numberKind: null, bankCode: null, accountAddress: null },
        context,
      )
      await tx.query('update payout_account set sealed = $2, change_open = true where user_id = $1', [userId, nobody])
      await notifyUser(tx, userId, ['payout_account', 'account'])
    },
  },
  {
    name: 'upload',
    rows: select('upload where true', `user_id || ' ' || id`, 'sealed_key', `'upload ' || user_id || ' ' || id`),
    empty: (tx, { clock }, { key, userId }) => {
      const [, id] = key.split(' ')
      return tx
        .query('update upload set delete_after = $3 where user_id = $1 and id = $2', [
          userId,
          id,
          new Date(clock.now()),
        ])
        .then(() => undefined)
    },
  },
  {
    name: 'user_phone',
    rows: select('user_phone where true', 'user_id::text', 'sealed', `'phone of user ' || user_id`),
    async empty(tx, _deps, { userId, sealed }) {
      await tx.query('delete from user_phone where user_id = $1 and sealed = $2', [userId, sealed])
      // A digest by a key that is configured still keeps the number for its user.
      await tx.query('delete from phone_mark where user_id = $1 and key_name = $2', [userId, sealedBy(sealed)])
    },
  },
  {
    name: 'second_factor',
    rows: select(
      'second_factor where enabled_at is not null',
      'user_id::text',
      'sealed_secret',
      `'second factor ' || user_id`,
    ),
  },
  {
    name: 'withdrawal',
    rows: select(
      `withdrawal where ended_at is null`,
      `lpad(number::text, 20, '0')`,
      'sealed_payee',
      `'withdrawal ' || user_id || ' ' || id`,
    ),
  },
  {
    name: 'staff_member',
    rows: select(
      'staff_member where true',
      `lpad(id::text, 20, '0')`,
      'sealed_secret',
      `'staff ' || login || ' second factor'`,
      '0::bigint',
    ),
  },
]

const opens = ({ sealer }: Deps, { sealed, context }: Row): boolean => {
  try {
    sealer.open(sealed, context)
    return true
  } catch {
    return false
  }
}

/** Rows of a place that no configured key opens. */
async function* unopenedIn(deps: Deps, place: Place): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await deps.database.query<Row>(place.rows, [after, ROWS_AT_ONCE])
    yield* rows.filter((row) => !opens(deps, row))
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.key
  }
}

/** The key that every node needs, if it is not configured. */
async function lostKeyName({ database, sealer }: Deps): Promise<string | undefined> {
  const name = await readSealingKeyName(database)
  return name === undefined || sealer.keyNames().includes(name) ? undefined : name
}

/** Names of keys that are not configured and have sealed something, with how many values each. */
export async function missingKeys(deps: Deps): Promise<Map<string, number>> {
  const names = new Map<string, number>()
  for (const place of PLACES) {
    for await (const { sealed } of unopenedIn(deps, place))
      names.set(sealedBy(sealed), (names.get(sealedBy(sealed)) ?? 0) + 1)
  }
  const needed = await lostKeyName(deps)
  if (needed !== undefined && !names.has(needed)) names.set(needed, 0)
  return names
}

async function giveUpPlace(deps: Deps, place: Place, lost: string, reason: string): Promise<GivenUp> {
  const found = { place: place.name, emptied: 0, left: 0 }
  const { empty } = place
  for await (const row of unopenedIn(deps, place)) {
    if (sealedBy(row.sealed) !== lost) continue
    if (empty) await deps.database.withTransaction((tx) => empty(tx, deps, row, reason))
    found[empty ? 'emptied' : 'left'] += 1
  }
  return found
}

/**
 * For a lost SEALING_KEY: what it sealed can never be read again, and would block every function that needs it. It is
 * emptied, users are told `reason` and enter it again. What a configured key opens, or another missing one sealed,
 * stays as it is.
 */
export async function giveUpSealedBy(deps: Deps, lost: string, reason: string): Promise<GivenUp[]> {
  const found: GivenUp[] = []
  for (const place of PLACES) found.push(await giveUpPlace(deps, place, lost, reason))
  if ((await lostKeyName(deps)) === lost) await noteSealingKey(deps.database, deps.sealer.keyNames()[0])
  return found
}
