import { ACCOUNT_KIND, TRANSFER_KIND } from '../src/ledger/kinds'
import {
  ALERT_DIRECTION,
  ALERT_STATE,
  DIRECTION,
  EXPIRY_TOLD,
  LIMIT_KIND,
  MONEY_STATUS,
  ORDER_STATUS,
  PLACING,
  SAVINGS_KIND,
  SAVINGS_STATUS,
  VOID_REASON,
} from '../src/shared/stored'
import { createTestDatabase } from './database'

/** Prefix of the SQL names to the same names here. */
const MAPS: [string, Record<string, number>][] = [
  ['order', ORDER_STATUS],
  ['void', VOID_REASON],
  ['direction', DIRECTION],
  ['placing', PLACING],
  ['account', ACCOUNT_KIND],
  ['transfer', TRANSFER_KIND],
  ['money', MONEY_STATUS],
  ['savings', { ...SAVINGS_KIND, ...SAVINGS_STATUS }],
  ['limit', LIMIT_KIND],
  ['told', EXPIRY_TOLD],
  ['alert', { ...ALERT_STATE, ...ALERT_DIRECTION }],
]

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('statuses and kinds have the same names and numbers in SQL and in TypeScript', async () => {
  const { database, drop } = await createTestDatabase()
  const named = MAPS.flatMap(([prefix, map]) =>
    Object.entries(map).map(([name, value]): [string, number] => [`${prefix}_${snake(name)}`, value]),
  )
  const rows = await database.query<{ name: string }>(
    `select proname as name from pg_proc
      where pronamespace = current_schema()::regnamespace and pronargs = 0 and prorettype = 'smallint'::regtype`,
  )
  const stored: [string, number][] = []
  for (const { name } of rows) {
    const row = await database.first<{ value: number }>(`select ${name}() as value`)
    stored.push([name, row?.value ?? Number.NaN])
  }
  await drop()
  expect(new Map(stored.toSorted())).toEqual(new Map(named.toSorted()))
})

test('each direction, status and reason has its name in the texts that are signed', async () => {
  const { database, drop } = await createTestDatabase()
  // Of an order that has nothing else, the terms begin with its direction.
  const order = `jsonb_populate_record(null::trade_order, jsonb_build_object('direction', $1::int))`
  const namers: [string, Record<string, number>][] = [
    [`split_part(order_terms(${order}, null), '|', 1)`, DIRECTION],
    ['order_status_name($1::int::smallint)', ORDER_STATUS],
    ['void_reason_name($1::int::smallint)', VOID_REASON],
  ]
  const found: [string, string | undefined][] = []
  for (const [namer, map] of namers) {
    for (const [name, value] of Object.entries(map)) {
      const row = await database.first<{ name: string }>(`select ${namer} as name`, [value])
      found.push([name, row?.name])
    }
  }
  await drop()
  expect(found.filter(([name, signed]) => name !== signed)).toEqual([])
})
