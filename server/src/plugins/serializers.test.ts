import Type from 'typebox'
import { closed, nullable } from '../../../contract/common'
import { ENDPOINT_SCHEMAS } from '../../../contract/endpointSchemas'
import { Order } from '../../../contract/orders'
import { buildSerializer } from './serializers'

const serializerOf = (schema: object) =>
  buildSerializer({}, {})({ schema, method: 'GET', url: '/', httpStatus: '200' } as never)

const pending = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  number: '20261120-1',
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '1.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
  payout: '1.82',
  status: 'pending',
  source: 'bench',
  acceptedAt: '2026-11-20T12:00:30.000Z',
  entryPrice: null,
  entryAt: null,
  expiresAt: null,
  exitPrice: null,
  exitAt: null,
  closedAt: null,
  profitLoss: null,
  voidReason: null,
  version: 1,
}

test('an answer says null, or the value, where the contract allows both', () => {
  const serialize = serializerOf(Order)
  const settled = { ...pending, status: 'won', entryPrice: '100.0', entryAt: pending.acceptedAt, profitLoss: '0.82' }
  for (const order of [pending, settled, { ...pending, status: 'void', voidReason: 'no_entry_tick' }])
    expect(JSON.parse(serialize(order))).toEqual(order)
})

test('objects, lists and unions inside keep their shape', () => {
  const part = Type.Union([closed({ kind: Type.Literal('a'), a: Type.Integer() }), closed({ kind: Type.Literal('b') })])
  const serialize = serializerOf(
    closed({ own: nullable(closed({ inner: nullable(Type.Integer()) })), parts: nullable(Type.Array(part)), part }),
  )
  const full = { own: { inner: 4 }, parts: [{ kind: 'a', a: 1 }, { kind: 'b' }], part: { kind: 'b' } }
  for (const answer of [full, { ...full, own: null, parts: null }, { ...full, own: { inner: null }, parts: [] }])
    expect(JSON.parse(serialize(answer))).toEqual(answer)
})

interface Schema {
  type?: string
  minimum?: number
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
}

/** A value that a schema allows; `pick` chooses the branch of each union. */
function sampleOf(schema: Schema, pick: (branches: Schema[]) => Schema): unknown {
  if (schema.anyOf) return sampleOf(pick(schema.anyOf), pick)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const parts = Object.entries(schema.properties)
    return Object.fromEntries(parts.map(([name, part]) => [name, sampleOf(part, pick)]))
  }
  if (schema.patternProperties) return { one: sampleOf(Object.values(schema.patternProperties)[0] ?? {}, pick) }
  if (schema.items) return [sampleOf(schema.items, pick), sampleOf(schema.items, pick)]
  const samples: Record<string, unknown> = {
    string: 'text',
    integer: schema.minimum ?? 7,
    number: 1.5,
    boolean: true,
    object: {},
    array: [],
  }
  return schema.type === 'null' ? null : (samples[schema.type ?? ''] ?? 'anything')
}

const answers = Object.entries(ENDPOINT_SCHEMAS).flatMap(([name, { answers: byStatus }]) =>
  Object.entries(byStatus as Record<string, Schema>).map(([status, schema]) => [`${name} ${status}`, schema] as const),
)

type Pick = Parameters<typeof sampleOf>[1]
const PICKS: Pick[] = [
  (branches) => branches[0] ?? {},
  (branches) => branches.at(-1) ?? {},
  (branches) => branches.find(({ type }) => type === 'null') ?? branches[0] ?? {},
]

test.each(answers)('the answer %s keeps every value, with nulls and without', (_, schema) => {
  const serialize = serializerOf(schema)
  for (const pick of PICKS) {
    const answer = sampleOf(schema, pick)
    if (answer !== null) expect(JSON.parse(serialize(answer))).toEqual(answer)
  }
})
