import type { Queryable, Tx } from '../database/database'

/** As the audit log names a person of the staff; names that were typed on the command line have another form. */
const PREFIX = 'staff/'

interface LetIn {
  login: string
  makers: readonly string[]
  /** Nobody agreed to it, and nobody who runs the machine did it. */
  alone: boolean
}

/** Notes who let `login` in; of names that were typed nothing is noted, as they are nobody's account. */
export async function noteTies(tx: Tx, { login, makers, alone }: LetIn, now: Date): Promise<void> {
  const logins = makers.filter((maker) => maker.startsWith(PREFIX)).map((maker) => maker.slice(PREFIX.length))
  await tx.query(
    `insert into staff_tie as known (login, made_by, alone, at)
       select $1, made_by, $3, $4 from unnest($2::text[]) made_by
     on conflict (login, made_by) do update set alone = known.alone or excluded.alone, at = excluded.at`,
    [login, logins, alone, now],
  )
}

/** Whether one of two people, as the audit log names them, cannot be the second person for the other. */
export type AreTied = (one: string, other: string) => boolean

/** Ends what ties this person to others; false if nothing did. */
export const endTies = (tx: Tx, login: string): Promise<boolean> =>
  tx.some('delete from staff_tie where login = $1 returning login', [login])

/**
 * Pairs of people who cannot agree with each other: the person who let somebody in could be both, and two people whom
 * one person let in alone could be the same person. With a second person who agreed, a tie ends after `apartMs`; time
 * alone makes nobody two people.
 */
export async function tiesAt(tx: Queryable, now: number, apartMs: number): Promise<AreTied> {
  const rows = await tx.query<{ login: string; made_by: string; alone: boolean }>(
    'select login, made_by, alone from staff_tie where at > $1 or alone and $2',
    [new Date(now - apartMs), apartMs > 0],
  )
  const makers = Map.groupBy(rows, ({ login }) => PREFIX + login)
  const madeBy = (one: string, other: string) => (makers.get(one) ?? []).some((tie) => PREFIX + tie.made_by === other)
  return (one, other) =>
    madeBy(one, other) ||
    madeBy(other, one) ||
    (makers.get(one) ?? []).some(
      (tie) => tie.alone && makers.get(other)?.some((same) => same.alone && same.made_by === tie.made_by),
    )
}
