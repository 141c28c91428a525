/** The fields of the leaves that the server reads again, in their order (docs/PROOF_FORMAT.md); settlement_fields.sql has another. */
const LEAVES = {
  accept: {
    version: 4,
    fields: [
      'id',
      'number',
      'symbol',
      'source',
      'instrument',
      'direction',
      'stake',
      'currency',
      'scale',
      'payout',
      'earningsRateBp',
      'durationSeconds',
      'acceptedAt',
      'entryTimeoutMs',
      'staleAfterMs',
      'sourceLagMs',
      'rule',
      'seenHead',
      'seenRoot',
      'deviceKey',
      'deviceSignature',
    ],
  },
  head: { version: 2, fields: ['number', 'atMs', 'products', 'logs'] },
  key: { version: 1, fields: ['from', 'to', 'at'] },
  tick: {
    version: 2,
    fields: ['symbol', 'sequence', 'atMs', 'price', 'size', 'source', 'sourceAtMs', 'instrument', 'trade'],
  },
} as const

export type LeafKind = keyof typeof LEAVES
type Field<K extends LeafKind> = (typeof LEAVES)[K]['fields'][number]

export function leafText<K extends LeafKind>(kind: K, values: Record<Field<K>, string | number>): string {
  const { version, fields } = LEAVES[kind]
  return [kind, version, ...(fields as readonly Field<K>[]).map((field) => values[field])].join('|')
}

/** The fields of a leaf by their names; undefined for a text of another kind, version or number of fields. */
export function parseLeaf<K extends LeafKind>(kind: K, text: string): Record<Field<K>, string> | undefined {
  const { version, fields } = LEAVES[kind]
  const [itsKind, itsVersion, ...values] = text.split('|')
  if (itsKind !== kind || itsVersion !== String(version) || values.length !== fields.length) return undefined
  return Object.fromEntries(fields.map((field, nth) => [field, values[nth]])) as Record<Field<K>, string>
}

/** As `parseLeaf`, for texts that the server has written itself: throws for any other. */
export function readLeaf<K extends LeafKind>(kind: K, text: string): Record<Field<K>, string> {
  const leaf = parseLeaf(kind, text)
  if (!leaf) throw new Error(`A leaf has not the form of "${kind}|${LEAVES[kind].version}": ${text.slice(0, 24)}`)
  return leaf
}
