import type { Queryable, Tx } from '../database/database'

/** As the audit log names a person of the staff; names that were typed on the command line have another form. */
const PREFIX = 'staff/'

/** Notes who let `login` in; of names that were typed nothing is noted, as they are nobody's account. */
export async function noteTies(tx: Tx, login: string, makers: readonly string[], now: Date): Promise<void> {
  const logins = makers.filter((maker) => maker.startsWith(PREFIX)).map((maker) => maker.slice(PREFIX.length))
  await tx.query(
    `insert into staff_tie as known (login, made_by, alone, at)
       select $1, made_by, $3, $4 from unnest($2::text[]) made_by
     on conflict (login, made_by) do update set alone = known.alone or excluded.alone, at = excluded.at`,
    [login, logins, makers.length < 2, now],
  )
}

/** Whether one of two people, as the audit log names them, cannot be the second person for the other. */
export type AreTied = (one: string, other: string) => boolean

/**
 * Pairs of people who cannot agree with each other, from events since this instant: the person who let somebody in
 * could be both, and two people whom one person let in alone could be the same person.
 */
export async function readTies(tx: Queryable, since: Date): Promise<AreTied> {
  const rows = await tx.query<{ login: string; made_by: string; alone: boolean }>(
    'select login, made_by, alone from staff_tie where at > $1',
    [since],
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
