import type { ProductPart, PublicTerms } from '../../../contract/market'
import type { ProductChangeTerms, ProductTerms } from '../../../contract/productChanges'
import type { Database, Queryable, Tx } from '../database/database'
import { present } from '../shared/assert'
import { formatMoney, parseMoney } from '../shared/money'

/** A product that no feed prices yet; the node finds its prices when it takes the product up. */
export const UNPRICED = 'none'

interface DueChange {
  id: bigint
  symbol: string
  revision: number
  part: ProductPart
  terms: unknown
  effective_at: Date
}

const minorOf = (amount: string, scale: number) => present(parseMoney(amount, scale), 'amounts were checked')

interface StakeTerms {
  stakeMin: string
  stakeMax: string
  stakePresets: string[]
}

const stakesIn = ({ stakeMin, stakeMax, stakePresets }: StakeTerms, scale: number) => [
  minorOf(stakeMin, scale),
  minorOf(stakeMax, scale),
  stakePresets.map((preset) => minorOf(preset, scale)),
]

async function writeDurations(tx: Tx, symbol: string, { durations }: ProductTerms<'durations'>) {
  await tx.query('delete from product_duration where product_id = (select id from product where symbol = $1)', [symbol])
  await tx.query(
    `insert into product_duration (product_id, seconds, earnings_rate_bp)
       select product.id, term.seconds, term.rate from product, unnest($2::int[], $3::int[]) as term (seconds, rate)
        where product.symbol = $1`,
    [symbol, durations.map(({ seconds }) => seconds), durations.map(({ earningsRateBp }) => earningsRateBp)],
  )
}

async function addProduct(tx: Tx, symbol: string, terms: ProductTerms<'added'>, scale: number) {
  await tx.query(
    `insert into product (symbol, code, names, category, decimals, recommended, position, calendar, stake_min, stake_max,
                          stake_presets, source, revision)
     values ($1, $2, $3, $4, $5, $6, (select coalesce(max(position), 0) + 1 from product), $7, $8, $9, $10::bigint[], $11, 1)`,
    [
      symbol,
      terms.code,
      JSON.stringify(terms.names),
      terms.category,
      terms.decimals,
      terms.recommended,
      JSON.stringify(terms.calendar),
      ...stakesIn(terms, scale),
      UNPRICED,
    ],
  )
  await writeDurations(tx, symbol, terms)
}

/** Sets columns together with the version, which the database asks for. */
const update = (tx: Tx, symbol: string, columns: string, values: readonly unknown[] = []) =>
  tx.query(`update product set revision = revision + 1${columns} where symbol = $1`, [symbol, ...values])

async function write(tx: Tx, symbol: string, { part, terms }: ProductChangeTerms, scale: number): Promise<void> {
  switch (part) {
    case 'added':
      return addProduct(tx, symbol, terms, scale)
    case 'names': {
      const values = [terms.code, JSON.stringify(terms.names), terms.recommended]
      await update(tx, symbol, ', code = $2, names = $3, recommended = $4', values)
      return
    }
    case 'durations':
      await update(tx, symbol, '')
      return writeDurations(tx, symbol, terms)
    case 'stakes': {
      const values = stakesIn(terms, scale)
      await update(tx, symbol, ', stake_min = $2, stake_max = $3, stake_presets = $4::bigint[]', values)
      return
    }
    case 'calendar':
      await update(tx, symbol, ', calendar = $2', [JSON.stringify(terms.calendar)])
      return
    case 'maintenance':
      await update(tx, symbol, ', maintenance = true, maintenance_until = $2', [new Date(terms.until)])
  }
}

interface TermsRow {
  code: string
  names: Record<string, string>
  recommended: boolean
  calendar: NonNullable<PublicTerms['calendar']>
  stake_min: bigint
  stake_max: bigint
  presets: string[]
  maintenance_until: Date | null
  durations: NonNullable<PublicTerms['durations']>
}

/** The terms in force of a product, part by part, as everybody reads them; undefined for an unknown product. */
export async function readTerms(tx: Queryable, symbol: string, scale: number) {
  const row = await tx.first<TermsRow>(
    `select code, names, recommended, calendar, stake_min, stake_max, stake_presets::text[] as presets, maintenance_until,
            (select coalesce(jsonb_agg(jsonb_build_object('seconds', seconds, 'earningsRateBp', earnings_rate_bp)
                                       order by seconds), '[]')
               from product_duration where product_id = product.id) as durations
       from product where symbol = $1`,
    [symbol],
  )
  if (!row) return undefined
  const money = (minor: bigint) => formatMoney(minor, scale)
  return {
    names: { code: row.code, names: row.names, recommended: row.recommended },
    durations: { durations: row.durations },
    stakes: {
      stakeMin: money(row.stake_min),
      stakeMax: money(row.stake_max),
      stakePresets: row.presets.map((preset) => money(BigInt(preset))),
    },
    calendar: { calendar: row.calendar },
    maintenance: { until: row.maintenance_until?.toISOString() ?? null },
  } satisfies Record<Exclude<ProductPart, 'added'>, PublicTerms>
}

async function applyOne(tx: Tx, change: DueChange, scale: number, now: Date): Promise<void> {
  const { symbol, part, terms } = change
  const before = part === 'added' ? null : (await readTerms(tx, symbol, scale))?.[part]
  await write(tx, symbol, { part, terms } as ProductChangeTerms, scale)
  await tx.query('update product_change set applied_at = $2, before = $3 where id = $1', [
    change.id,
    now,
    before === null ? null : JSON.stringify(before),
  ])
}

/**
 * Brings announced changes into force when their time has come; any number of nodes may call it at once. Orders keep
 * the terms that they were accepted with: they have them in their own row.
 */
export async function applyDueChanges(database: Database, scale: number, nowMs: number): Promise<number> {
  const now = new Date(nowMs)
  const due = 'applied_at is null and withdrawn_at is null and effective_at <= $1'
  if (!(await database.some(`select 1 from product_change where ${due} limit 1`, [now]))) return 0
  return database.withTransaction(async (tx) => {
    const changes = await tx.query<DueChange>(
      `select id, symbol, revision, part, terms, effective_at from product_change where ${due}
        order by effective_at, id for update`,
      [now],
    )
    for (const change of changes) await applyOne(tx, change, scale, now)
    return changes.length
  })
}
