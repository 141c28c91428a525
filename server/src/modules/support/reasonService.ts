import type { Locale } from '../../../../contract/locales'
import { OPERATOR_REASONS, type ReasonKind } from '../../../../contract/operatorReasons'
import type { Database, Queryable, Tx } from '../../database/database'
import { ok, refuse } from '../../shared/result'

export type ReasonTexts = Partial<Record<Locale, string>>

/** The current version of a reason; version 0 has the words that ship with the app. */
export interface Reason {
  what: ReasonKind
  code: string
  version: number
  offered: boolean
  texts: ReasonTexts
  made_by: string | null
  made_at: Date | null
}
type Row = Reason & Record<string, unknown>

export type NewReason = Pick<Reason, 'what' | 'code' | 'offered'> & { texts: ReasonTexts; by: string; at: Date }

const LIST_MAX = 200
const HISTORY_MAX = 100
const COLUMNS = 'what, code, version, offered, texts, made_by, made_at'
const NEWEST = `select distinct on (code) ${COLUMNS} from operator_reason order by code, version desc`

/** The key that a decision stores. */
export const keyOf = ({ code, version }: Pick<Reason, 'code' | 'version'>) =>
  version === 0 ? code : `${code}@${version}`

const shipped = (what: ReasonKind, code: string): Reason => ({
  what,
  code,
  version: 0,
  offered: true,
  texts: {},
  made_by: null,
  made_at: null,
})

const KINDS = Object.keys(OPERATOR_REASONS) as ReasonKind[]

/** All of them; "other" comes last in each list, after the added ones. */
async function list(database: Queryable): Promise<Reason[]> {
  const rows = await database.query<Row>(`select * from (${NEWEST}) newest order by what, made_at limit $1`, [LIST_MAX])
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return KINDS.flatMap((what) => {
    const codes: readonly string[] = OPERATOR_REASONS[what]
    const added = rows.filter((row) => row.what === what && !codes.includes(row.code))
    const known = codes.map((code) => byCode.get(code) ?? shipped(what, code))
    return [...known.filter(({ code }) => code !== 'other'), ...added, shipped(what, 'other')]
  })
}

export interface ReasonsDeps {
  database: Database
}

/** The list that ships with this code; undefined for none. */
const kindOf = (code: string) => KINDS.find((what) => (OPERATOR_REASONS[what] as readonly string[]).includes(code))

/** Adds a version in the caller's transaction; `elsewhere` if the code belongs to another list. */
async function write(tx: Tx, { what, code, offered, texts, by, at }: NewReason) {
  // Two changes of one code run one after the other, even when it is new.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('reason ' || $1, 0))`, [code])
  const before = await tx.first<Row>(
    `select ${COLUMNS} from operator_reason where code = $1 order by version desc limit 1`,
    [code],
  )
  if ((before?.what ?? kindOf(code) ?? what) !== what) return 'elsewhere' as const
  const version = (before?.version ?? 0) + 1
  await tx.query(
    `insert into operator_reason (what, code, version, offered, texts, made_by, made_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [what, code, version, offered, JSON.stringify(texts), by, at],
  )
  return { version }
}

/** Reasons that staff choose from, with their words by version: PRODUCT.md 20.15. */
export type ReasonsService = ReturnType<typeof createReasons>

export function createReasons({ database }: ReasonsDeps) {
  const offered = async (tx: Queryable, what: ReasonKind) =>
    (await list(tx)).filter((reason) => reason.what === what && reason.offered)
  return {
    list: () => list(database),
    /** Newest first. */
    history: (code: string): Promise<Reason[]> =>
      database.query<Row>(`select ${COLUMNS} from operator_reason where code = $1 order by version desc limit $2`, [
        code,
        HISTORY_MAX,
      ]),
    /** Whether staff can currently choose exactly this version. */
    isOffered: async (tx: Queryable, what: ReasonKind, key: string) =>
      (await offered(tx, what)).some((reason) => keyOf(reason) === key),
    /** The current key of a code that staff can choose; undefined for another code. */
    async offeredKey(what: ReasonKind, code: string) {
      const found = (await offered(database, what)).find((reason) => reason.code === code)
      return found && keyOf(found)
    },
    write,
    /** The words of an existing version in the reader's language. */
    async words(key: string, locale: Locale) {
      const [code, version] = key.split('@')
      const row = await database.first<{ text: string | null }>(
        'select texts ->> $3 as text from operator_reason where code = $1 and version = $2',
        [code, Number(version ?? 0), locale],
      )
      return row?.text == null ? refuse('not_found') : ok(row.text)
    },
  }
}
