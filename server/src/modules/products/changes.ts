import type { ChangeProblem } from '../../../../contract/console'
import type { ProductPart, PublicTerms } from '../../../../contract/market'
import type { ProductChange, ProductChangeTerms } from '../../../../contract/productChanges'
import type { Database, Queryable, Tx } from '../../database/database'
import { readTerms } from '../../market/productVersions'
import { bindAll } from '../../shared/bindAll'
import type { Clock } from '../../shared/clock'
import { readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { DAY_MS } from '../../shared/time'
import type { AnnouncementTexts } from '../messages/service'
import { problemOf } from './changeRules'
import { announcementOf } from './changeTexts'

export interface ChangesDeps {
  config: Pick<Settings, 'currency' | 'productNoticeMs'>
  clock: Clock
  database: Database
  messages: { announce(tx: Tx, userId: null, texts: AnnouncementTexts): Promise<bigint> }
}

export interface PlannedChange {
  symbol: string
  change: ProductChangeTerms
  from: Date
  /** The author, as the audit log names them. */
  by: string
}

export interface WithdrawnChange {
  symbol: string
  part: ProductPart
  revision: number
  /** ISO time from which it would have been in force. */
  from: string
}

const AHEAD_MAX_MS = 365 * DAY_MS
const PENDING_MAX = 50

interface ChangeRow {
  id: bigint
  symbol: string
  revision: number
  part: ProductPart
  terms: PublicTerms
  before: PublicTerms | null
  announced_at: Date
  effective_at: Date
  applied_at: Date | null
  withdrawn_at: Date | null
}

const stateOf = ({ applied_at, withdrawn_at }: ChangeRow): ProductChange['state'] => {
  if (withdrawn_at !== null) return 'withdrawn'
  return applied_at === null ? 'announced' : 'in_force'
}

const toWire = (row: ChangeRow): ProductChange => ({
  id: String(row.id),
  symbol: row.symbol,
  revision: row.revision,
  part: row.part,
  state: stateOf(row),
  announcedAt: row.announced_at.toISOString(),
  from: row.effective_at.toISOString(),
  terms: row.terms,
  before: row.before,
})

/** Makes the order of fields irrelevant: the database has its own. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** Announced changes of a product that are not in force yet. */
const pendingOf = (database: Queryable, symbol: string) =>
  database.query<ChangeRow>(
    `select * from product_change where symbol = $1 and applied_at is null and withdrawn_at is null
      order by effective_at, id`,
    [symbol],
  )

function timeProblem({ clock, config }: ChangesDeps, { change, from }: PlannedChange): ChangeProblem | undefined {
  const aheadMs = from.getTime() - clock.now()
  if (aheadMs < config.productNoticeMs) return 'too_soon'
  if (aheadMs > AHEAD_MAX_MS) return 'too_far'
  const opensTooEarly = change.part === 'maintenance' && Date.parse(change.terms.until) <= from.getTime()
  return opensTooEarly ? 'opening_wrong' : undefined
}

/** The problem with the change as things are now; undefined for nothing. */
async function problemNow(
  deps: ChangesDeps,
  database: Queryable,
  planned: PlannedChange,
): Promise<ChangeProblem | undefined> {
  const { symbol, change } = planned
  const { scale } = deps.config.currency
  const problem = timeProblem(deps, planned) ?? problemOf(change, scale)
  if (problem) return problem
  const terms = await readTerms(database, symbol, scale)
  const pending = await pendingOf(database, symbol)
  const isAnnounced = pending.some(({ part }) => part === 'added')
  if (change.part === 'added') return terms || isAnnounced ? 'symbol_taken' : undefined
  if (!terms) return 'product_unknown'
  if (pending.length >= PENDING_MAX) return 'too_far'
  const isOnlyOne = !pending.some(({ part }) => part === change.part)
  return isOnlyOne && isSame(terms[change.part], change.terms) ? 'nothing_changes' : undefined
}

/** Refuses a change that cannot be planned. */
async function check(
  deps: ChangesDeps,
  database: Queryable,
  planned: PlannedChange,
): Promise<Result<undefined, ChangeProblem>> {
  const problem = await problemNow(deps, database, planned)
  return problem ? refuse(problem) : ok(undefined)
}

async function namesOf(tx: Tx, symbol: string): Promise<{ code: string; names: Record<string, string> }> {
  const row = await tx.first<{ code: string; names: Record<string, string> }>(
    `select code, names from product where symbol = $1
     union all
     select terms ->> 'code', terms -> 'names' from product_change where symbol = $1 and part = 'added'
     limit 1`,
    [symbol],
  )
  return row ?? { code: symbol, names: {} }
}

/** In the caller's transaction: records the change and tells everybody. */
async function plan(
  deps: ChangesDeps,
  tx: Tx,
  planned: PlannedChange,
): Promise<Result<{ id: string; revision: number }, ChangeProblem>> {
  const { symbol, change, from, by } = planned
  // One at a time for each product, because versions are counted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('product ' || $1, 0))`, [symbol])
  const checked = await check(deps, tx, planned)
  if (!checked.ok) return checked
  const now = new Date(deps.clock.now())
  const row = await tx.first<{ id: bigint; revision: number }>(
    `insert into product_change (symbol, revision, part, terms, announced_at, effective_at, made_by)
     select $1, 1 + coalesce(max(revision), 0), $2, $3, $4, $5, $6 from product_change where symbol = $1
     returning id, revision`,
    [symbol, change.part, JSON.stringify(change.terms), now, from, by],
  )
  const named = await namesOf(tx, symbol)
  await deps.messages.announce(tx, null, announcementOf({ ...named, change, from, currency: deps.config.currency }))
  return ok({ id: String(row?.id), revision: row?.revision ?? 0 })
}

/** In the caller's transaction: withdraws a change that is announced but not in force. */
async function withdraw(deps: ChangesDeps, tx: Tx, id: string): Promise<Result<WithdrawnChange, 'change_decided'>> {
  const now = new Date(deps.clock.now())
  const row = await tx.first<ChangeRow>(
    `update product_change set withdrawn_at = $2
      where id = $1 and applied_at is null and withdrawn_at is null and effective_at > $2 returning *`,
    [id, now],
  )
  if (!row) return refuse('change_decided')
  const named = await namesOf(tx, row.symbol)
  const { currency } = deps.config
  await deps.messages.announce(
    tx,
    null,
    announcementOf({ ...named, change: undefined, from: row.effective_at, currency }),
  )
  const { symbol, part, revision } = row
  return ok({ symbol, part, revision, from: row.effective_at.toISOString() })
}

const read = (database: Database, symbol: string | undefined, before: bigint | null, limit: number) =>
  database.query<ChangeRow>(
    `select * from product_change where ($1::text is null or symbol = $1) and ($2::bigint is null or id < $2)
      order by id desc limit $3`,
    [symbol ?? null, before, limit],
  )

/** Changes of products: each is a version, announced before it is in force (PRODUCT.md 10.12). */
export type ProductChanges = ReturnType<typeof createProductChanges>

export function createProductChanges(deps: ChangesDeps) {
  return {
    /** The current terms of a product, part by part; undefined for an unknown one. */
    termsOf: (symbol: string) => readTerms(deps.database, symbol, deps.config.currency.scale),
    /** Newest first; only those of one product if it is named. */
    listChanges: ({ symbol, ...page }: { symbol?: string; cursor?: string; limit?: string }) =>
      readNumbered(page, (before, limit) => read(deps.database, symbol, before, limit), toWire),
    ...bindAll(deps, { check, plan, withdraw }),
  }
}
