import { archivedRecords, type FileRow, openRecords, type RecordStore, toFile } from '../archive/records'
import type { Queryable } from '../database/database'
import { ObjectStoreError } from '../objectStore/objectStore'

export interface ArchiveVerdict {
  files: number
  records: number
  /** Problems in words for the operator; empty when all does. At most 100. */
  problems: string[]
}

const PROBLEMS_MAX = 100

/**
 * Checks every file of the archive: its content is unchanged, the postings of each transfer and account add up to the
 * noted sums, and each order matches the settlement log, including its result. The audit log is checked by its chain
 * (`verifyAuditChain`).
 */
export async function checkRecords(database: Queryable, store: RecordStore): Promise<ArchiveVerdict> {
  const verdict: ArchiveVerdict = { files: 0, records: 0, problems: [] }
  const say = (problem: string) => {
    if (verdict.problems.length < PROBLEMS_MAX) verdict.problems.push(problem)
  }
  try {
    await checkPostings(database, store, verdict, say)
    await checkOrders(database, store, verdict, say)
    for (const table of ['ledger_transfer', 'settlement', 'tree_head'] as const)
      await checkRows(database, store, table, verdict, say)
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    say(error.message)
  }
  return verdict
}

/** A closed order, of the database or of the archive. */
export interface ClosedOrder {
  number: bigint
  product_id: number
  direction: number
  status: number
  void_reason: number | null
  duration_seconds: number
  accepted_at_ms: bigint
  entry_timeout_ms: number
  stale_after_ms: number
  entry_sequence: bigint | null
  entry_price: string | null
  exit_sequence: bigint | null
  exit_price: string | null
  head_number: bigint | null
  closed_at_ms: bigint
}

/** The deciding data of a closed order under rule 2: signed prices and their result. */
export interface SignedOrder extends ClosedOrder {
  source: string
  instrument: string
  entry_at_ms: bigint | null
  expires_at_ms: bigint | null
  exit_at_ms: bigint | null
  entry_update: Buffer | null
  exit_update: Buffer | null
}

/** An archived order; `fits` if it says what its line in the settlement log says, whose hash the public log has. */
export interface ArchivedOrder extends SignedOrder {
  user_id: bigint
  profit_loss: bigint
  fits: boolean
}

type ReadOrder = Omit<ArchivedOrder, 'fits'> & {
  line: string
  logged: string | null
  pays: boolean
  proven: boolean
}

/** The orders of one file, each compared with its line in the settlement log, in the database or in the archive. */
export async function readArchivedOrders(
  database: Queryable,
  store: RecordStore,
  lines: readonly string[],
): Promise<ArchivedOrder[]> {
  const rows = await database.query<ReadOrder>(
    `select placed.*, settlement_entry(placed, product) as line, settlement.entry as logged,
            coalesce(placed.profit_loss = case placed.status when order_won() then placed.payout - placed.stake
                                                when order_lost() then -placed.stake else 0 end, false) as pays,
            exists (select from result_place(settlement_entry(placed, product), coalesce(placed.id_turn, 0::smallint)) place
                      join result_leaf known using (minute, key, hash)) as proven
       from unnest($1::text[]) as archived (line)
       cross join lateral jsonb_populate_record(null::trade_order, archived.line::jsonb) placed
       join product on product.id = placed.product_id
       left join settlement on settlement.order_number = placed.number`,
    [lines],
  )
  const old = await archivedEntries(
    database,
    store,
    rows.filter(({ logged }) => logged === null).map(({ closed_at_ms: at }) => at),
  )
  return rows.map((row) => ({
    ...row,
    fits: row.pays && row.proven && row.line === (row.logged ?? old.get(row.number)),
  }))
}

/** Lines of the settlement log that went to the archive, of orders that were closed within these instants, by number. */
async function archivedEntries(database: Queryable, store: RecordStore, closedAt: readonly bigint[]) {
  const found = new Map<bigint, string>()
  if (closedAt.length === 0) return found
  const instants = closedAt.map(Number)
  const [fromMs, toMs] = [Math.min(...instants), Math.max(...instants)]
  const rows = await database.query<FileRow>(
    `select object_key, parent, first_key, last_key, records, sha256 from record_archive
      where parent = 'settlement' and to_ms >= $1 and from_ms <= $2 order by first_key`,
    [fromMs, toMs],
  )
  for (const row of rows) {
    for (const line of await openRecords(store, toFile(row))) {
      const { order_number: number, entry }: { order_number: number; entry: string } = JSON.parse(line)
      found.set(BigInt(number), entry)
    }
  }
  return found
}

type Say = (problem: string) => void

async function checkPostings(database: Queryable, store: RecordStore, verdict: ArchiveVerdict, say: Say) {
  const sums = new Map<string, bigint>()
  let open: { transfer: string; sum: bigint } | undefined
  const close = () => {
    if (open && open.sum !== 0n) say(`transfer ${open.transfer} sums to ${open.sum}`)
  }
  for await (const { lines } of archivedRecords(database, store, 'ledger_posting')) {
    verdict.files++
    verdict.records += lines.length
    // The database reads the numbers: they may be larger than a number of JavaScript holds.
    const rows = await database.query<{ transfer_id: bigint; account_id: bigint; amount: bigint }>(
      `select posting.transfer_id, posting.account_id, posting.amount
         from unnest($1::text[]) with ordinality as archived (line, place)
         cross join lateral jsonb_populate_record(null::ledger_posting, archived.line::jsonb) posting
        order by archived.place`,
      [lines],
    )
    for (const row of rows) {
      const [transfer, account] = [String(row.transfer_id), String(row.account_id)]
      if (open?.transfer !== transfer) {
        close()
        open = { transfer, sum: 0n }
      }
      open.sum += row.amount
      sums.set(account, (sums.get(account) ?? 0n) + row.amount)
    }
  }
  close()
  const noted = await database.query<{ account_id: bigint; amount: bigint }>(
    'select account_id, amount from ledger_archive_total',
  )
  for (const { account_id, amount } of noted) {
    const sum = sums.get(String(account_id)) ?? 0n
    if (sum !== amount) say(`the archived postings of account ${account_id} sum to ${sum}, and ${amount} was noted`)
  }
  if (noted.length !== sums.size)
    say(`the archive has postings of ${sums.size} accounts, and ${noted.length} were noted`)
}

/** Rows whose numbers have no gap. */
const GAPLESS = { ledger_transfer: undefined, settlement: 0, tree_head: 1 }

/** Each row is there once, in the order of its number, and is in the archive or in the database. */
async function checkRows(
  database: Queryable,
  store: RecordStore,
  table: 'ledger_transfer' | 'settlement' | 'tree_head',
  verdict: ArchiveVerdict,
  say: Say,
) {
  const column = { ledger_transfer: 'id', settlement: 'leaf', tree_head: 'number' }[table]
  const first = GAPLESS[table]
  let before = (first ?? 0) - 1
  for await (const { file, lines } of archivedRecords(database, store, table)) {
    verdict.files++
    verdict.records += lines.length
    for (const line of lines) {
      const number = (JSON.parse(line) as Record<string, number>)[column] ?? -1
      if (first === undefined ? number <= before : number !== before + 1)
        say(`${table} ${number} of ${file.objectKey} does not follow ${before}`)
      before = number
    }
  }
  if (first === undefined) return
  const row = await database.first<{ least: bigint | null }>(`select min(${column}) as least from ${table}`)
  if (row?.least != null && row.least !== BigInt(before + 1)) say(`${table} lacks rows after ${before}`)
}

async function checkOrders(database: Queryable, store: RecordStore, verdict: ArchiveVerdict, say: Say) {
  const sums = new Map<string, bigint>()
  for await (const { lines } of archivedRecords(database, store, 'trade_order')) {
    verdict.files++
    verdict.records += lines.length
    const rows = await readArchivedOrders(database, store, lines)
    if (rows.length !== lines.length) say(`${lines.length - rows.length} archived orders are of no product`)
    for (const row of rows) {
      if (!row.fits) say(`order ${row.number} of the archive is not the one of the settlement log`)
      sums.set(String(row.user_id), (sums.get(String(row.user_id)) ?? 0n) + row.profit_loss)
    }
  }
  const noted = await database.query<{ user_id: bigint; profit_loss: bigint }>(
    'select user_id, profit_loss from order_archive_total',
  )
  for (const { user_id, profit_loss } of noted) {
    if (sums.get(String(user_id)) !== profit_loss) say(`the archived orders of user ${user_id} are not what was noted`)
  }
  if (noted.length !== sums.size) say(`the archive has orders of ${sums.size} users, and ${noted.length} were noted`)
}
