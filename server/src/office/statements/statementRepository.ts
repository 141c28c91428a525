import {
  STATEMENT_LINE_STATES,
  type StatementFormat,
  type StatementLineGroup,
  type StatementLineState,
} from '../../../../contract/console'
import type { Queryable, Tx } from '../../database/database'

export interface StatementRow {
  id: bigint
  file_name: string
  format: StatementFormat
  own_account: string | null
  described_by: string | null
  imported_by: string
  imported_at: Date
  lines: number
  added: number
  outgoing: number
}

export async function insertStatement(tx: Tx, row: Omit<StatementRow, 'id' | 'added'>): Promise<bigint> {
  const stored = await tx.first<{ id: bigint }>(
    `insert into bank_statement (file_name, format, own_account, described_by, imported_by, imported_at, lines, added, outgoing)
     values ($1, $2, $3, $4, $5, $6, $7, 0, $8) returning id`,
    [
      row.file_name,
      row.format,
      row.own_account,
      row.described_by,
      row.imported_by,
      row.imported_at,
      row.lines,
      row.outgoing,
    ],
  )
  return stored?.id ?? 0n
}

export interface NewLine {
  place: number
  fingerprint: Buffer
  bookedOn: string
  amount: bigint
  currency: string
  reference: string | null
  named: string
  sealedText: string
}

/** Inserts the lines that no earlier statement brought; returns how many. */
export async function insertLines(tx: Tx, statement: bigint, lines: readonly NewLine[]): Promise<number> {
  const rows = await tx.query(
    `insert into bank_statement_line (statement_id, place, fingerprint, booked_on, amount, currency, reference, named, sealed_text)
     select $1, line.place, line.fingerprint, line.booked_on, line.amount, line.currency, line.reference, line.named,
            line.sealed_text
       from unnest($2::int[], $3::bytea[], $4::date[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
              with ordinality as line (place, fingerprint, booked_on, amount, currency, reference, named, sealed_text, nth)
      order by line.nth
     on conflict (fingerprint) do nothing returning id`,
    [
      statement,
      lines.map((line) => line.place),
      lines.map((line) => line.fingerprint),
      lines.map((line) => line.bookedOn),
      lines.map((line) => line.amount),
      lines.map((line) => line.currency),
      lines.map((line) => line.reference),
      lines.map((line) => line.named),
      lines.map((line) => line.sealedText),
    ],
  )
  await tx.query('update bank_statement set added = $2 where id = $1', [statement, rows.length])
  return rows.length
}

/** Newest first. */
export const listStatements = (database: Queryable, before: bigint | null, limit: number) =>
  database.query<StatementRow>(
    'select * from bank_statement where ($1::bigint is null or id < $1) order by id desc limit $2',
    [before, limit],
  )

/** A credit of the deposit waits for a second person. */
const PROPOSED = `exists (select from staff_proposal proposal
                  where proposal.action = 'deposits.approve' and proposal.subject = line.reference
                    and proposal.outcome is null and proposal.expires_at > $2)`

/** The current state of a line, by the deposit that it names. The first reason not to credit it counts. */
const STATE = `case
    when line.aside_at is not null then 'set_aside'
    when line.named = 'several' then 'several_references'
    when line.named = 'none' then 'reference_missing'
    when deposit.number is null then 'reference_unknown'
    when line.amount < 0 then 'went_out'
    when line.named = 'inexact' then 'reference_inexact'
    when deposit.channel_kind <> 'bank' then 'other_channel'
    when line.currency <> $1 then 'other_currency'
    when line.amount <> deposit.amount then 'other_amount'
    when exists (select from bank_statement_line earlier
                  where earlier.reference = line.reference and earlier.id < line.id and earlier.named = 'exact'
                    and earlier.amount = line.amount and earlier.currency = line.currency) then 'paid_again'
    when deposit.status = money_successful() then 'credited'
    when owner.deleted_at is not null then 'user_deleted'
    when deposit.status = money_failed() and deposit.reason_code not in ('cancelled_by_user', 'expired') then 'rejected'
    when ${PROPOSED} then 'proposed'
    when deposit.status = money_failed() then 'matched_late'
    else 'matched' end`

export interface LineRow {
  id: bigint
  place: number
  fingerprint: Buffer
  booked_on: string
  amount: bigint
  currency: string
  reference: string | null
  sealed_text: string | null
  account: string | null
  deposit_amount: bigint | null
  deposit_status: number | null
  deposit_created_at: Date | null
  proposed: boolean
  state: StatementLineState
  aside_by: string | null
  aside_at: Date | null
  aside_reason: string | null
}

export interface LineFilter {
  currency: string
  now: Date
  statement: string
  group: StatementLineGroup | undefined
  after: bigint | null
  limit: number
}

/** The lines of statement $3, each with its deposit and its state. */
const JUDGED = `
  select line.id, line.place, line.fingerprint, to_char(line.booked_on, 'YYYY-MM-DD') as booked_on, line.amount,
         line.currency, line.reference, line.sealed_text, line.aside_by, line.aside_at, line.aside_reason, owner.account,
         deposit.amount as deposit_amount, deposit.status as deposit_status, deposit.created_at as deposit_created_at,
         ${PROPOSED} as proposed, ${STATE} as state
    from bank_statement_line line
    left join deposit on deposit.reference = line.reference
    left join app_user owner on owner.id = deposit.user_id
   where line.statement_id = $3`

/** How many lines are in each state, and what those in the platform's currency come to. */
export const sumLines = (
  database: Queryable,
  { currency, now, statement }: Omit<LineFilter, 'group' | 'after' | 'limit'>,
) =>
  database.query<{ state: StatementLineState; count: number; amount: bigint }>(
    `select state, count(*)::int as count,
            coalesce(sum(amount) filter (where currency = $1), 0)::bigint as amount
       from (${JUDGED}) judged group by state`,
    [currency, now, statement],
  )

/** In the order of the file. */
export function listLines(database: Queryable, filter: LineFilter) {
  const states = Object.entries(STATEMENT_LINE_STATES)
    .filter(([, group]) => filter.group === undefined || group === filter.group)
    .map(([state]) => state)
  return database.query<LineRow>(
    `select * from (${JUDGED} and ($4::bigint is null or line.id > $4)) judged
      where state = any ($5) order by id limit $6`,
    [filter.currency, filter.now, filter.statement, filter.after, states, filter.limit],
  )
}

/** The current state of one line; in a transaction it is locked until the end. */
export async function stateOf(
  tx: Queryable,
  id: string,
  { currency, now }: Pick<LineFilter, 'currency' | 'now'>,
): Promise<StatementLineState | undefined> {
  const row = await tx.first<{ state: StatementLineState }>(
    `select ${STATE} as state from bank_statement_line line
       left join deposit on deposit.reference = line.reference
       left join app_user owner on owner.id = deposit.user_id
      where line.id = $3 for update of line`,
    [currency, now, id],
  )
  return row?.state
}

export interface BankSideRow {
  bank_file: string
  bank_place: number
  bank_booked_on: string
  bank_amount: bigint
  bank_currency: string
  bank_lines: number
  fingerprint: Buffer
  sealed_text: string | null
  line_id: bigint
  named: string
}

export type BankSideColumns = Omit<BankSideRow, 'fingerprint' | 'sealed_text' | 'line_id' | 'named'>

/** The line of the bank for a deposit: money that went back before everything, then the deposit's amount, then the newest. */
export const bankSide = (reference: string, amount: string) => `
  select statement.file_name as bank_file, line.place as bank_place, line.amount as bank_amount,
         to_char(line.booked_on, 'YYYY-MM-DD') as bank_booked_on, line.currency as bank_currency,
         (count(*) over ())::int as bank_lines, line.fingerprint, line.sealed_text, line.id as line_id, line.named
    from bank_statement_line line
    join bank_statement statement on statement.id = line.statement_id
   where line.reference = ${reference} and line.aside_at is null
   order by line.amount < 0 desc, line.amount = ${amount} desc, line.id desc limit 1`

export const findBankSide = (tx: Queryable, deposit: { reference: string; amount: bigint }) =>
  tx.first<BankSideRow>(bankSide('$1', '$2::bigint'), [deposit.reference, deposit.amount])

/** `aside` says who set the line aside, when and why; null undoes it. */
export const markAside = (tx: Tx, id: string, aside: { by: string; at: Date; reason: string } | null) =>
  tx.query('update bank_statement_line set aside_by = $2, aside_at = $3, aside_reason = $4 where id = $1', [
    id,
    aside?.by ?? null,
    aside?.at ?? null,
    aside?.reason ?? null,
  ])
