import { createHash } from 'node:crypto'
import type { BankFile } from '../../../../contract/bankFiles'
import {
  type ConsoleProblem,
  STATEMENT_LINE_GROUPS,
  STATEMENT_LINE_STATES,
  type StatementLineGroup,
} from '../../../../contract/console'
import type { ActionAnswer } from '../../../../contract/consoleActions'
import type {
  ImportedLine,
  ImportedStatement,
  StatementPreview,
  StatementProposals,
  StatementTotals,
} from '../../../../contract/consoleStatements'
import { audited, writeAudit } from '../../auditLog/auditLog'
import type { Tx } from '../../database/database'
import type { Deps } from '../../deps'
import { DEPOSIT_DUE_MS } from '../../modules/deposits/service'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { type Page, type PageQuery, readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS, storedName } from '../../shared/stored'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { actorFrom } from '../actor'
import { takeAction } from '../proposals/act'
import { claimItem, releaseClaim } from '../queues/claims'
import { listBankFiles } from './bankFileRepository'
import { contextOf, openWords } from './bankSide'
import type { NamedStatement } from './readStatements'
import { type Named, namedDeposit } from './references'
import {
  onOneLine,
  STATEMENT_BYTES_MAX,
  type Statement,
  type StatementLine,
  scaleOf,
  type UnreadableStatement,
} from './statementLine'
import * as repository from './statementRepository'

/** The most deposits that are proposed in one go: the second person decides on each. */
const PROPOSED_AT_ONCE = 50
const FOUND_MAX = 80
const NAME_MAX = 200
/** Entries that a preview shows. */
const PREVIEWED = 10

/** `file` is in base64. */
interface StatementUpload {
  name: string
  file: string
  describedBy?: string
}

type ImportDeps = Pick<Deps, 'config' | 'sealer' | 'clock' | 'database' | 'decoders'>

type Question = Parameters<Deps['decoders']['decode']>[1]
type Fault = Pick<UnreadableStatement, 'fault' | 'place' | 'found' | 'unit' | 'file'>
type Read<T> = { statement: T } | { unreadable: Fault }
type ReadProblem = 'file_too_large' | 'statement_unreadable' | 'unavailable'

const toFault = ({ fault: code, place, found, unit, file }: Fault) => ({
  code,
  place,
  found: onOneLine(found).slice(0, FOUND_MAX),
  unit,
  file: file && onOneLine(file).slice(0, FOUND_MAX),
})
const refuseFault = (fault: Fault) => refuse('statement_unreadable', { fault: toFault(fault) })

/** The answer of `decoder.ts`, in its own process: a bank's file is foreign data. */
async function ask<T>(
  { decoders }: ImportDeps,
  actor: string,
  file: string,
  toQuestion: (bytes: Buffer) => Question,
): Promise<Result<T | { unreadable: Fault }, ReadProblem>> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > STATEMENT_BYTES_MAX) return refuse('file_too_large')
  const decoded = await decoders.decode<T>(actor, toQuestion(bytes))
  if (!decoded) return refuse('unavailable')
  return ok(
    'answer' in decoded
      ? decoded.answer
      : { unreadable: { fault: 'too_complex', place: 1, found: '', unit: 'line', file: null } },
  )
}

async function read(
  deps: ImportDeps,
  actor: string,
  { file, describedBy }: StatementUpload,
): Promise<Result<NamedStatement[], ReadProblem | 'not_found'>> {
  const { config, database } = deps
  const files = await listBankFiles(database)
  if (describedBy !== undefined && !files.some(({ name }) => name === describedBy)) return refuse('not_found')
  const answer = await ask<Read<NamedStatement[]>>(deps, actor, file, (bytes) => ({
    kind: 'statement',
    bytes,
    currency: config.currency,
    files,
    wanted: describedBy,
  }))
  if (!answer.ok) return answer
  return 'statement' in answer.value ? ok(answer.value.statement) : refuseFault(answer.value.unreadable)
}

/** What a description makes of a file; nothing is kept. */
async function preview(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  { file, description }: { file: string; description?: BankFile },
): Promise<Result<StatementPreview, ReadProblem>> {
  const { currency } = deps.config
  type Seen = { file: BankFile; rows: string[][]; read: Read<Statement> }
  const answer = await ask<Seen>(deps, actorOf(staff), file, (bytes) => ({
    kind: 'preview',
    bytes,
    currency,
    description,
  }))
  if (!answer.ok) return answer
  if ('unreadable' in answer.value) return refuseFault(answer.value.unreadable)
  const { read: entries, ...seen } = answer.value
  const all = 'statement' in entries ? entries.statement.lines : []
  const shown = all.slice(0, PREVIEWED).map(({ amount, searched: _, ...line }) => ({
    ...line,
    amount: formatMoney(amount, scaleOf(line.currency, currency)),
  }))
  const fault = 'unreadable' in entries ? toFault(entries.unreadable) : null
  return ok({ ...seen, lines: shown, count: all.length, fault })
}

/**
 * A fingerprint of each line from the fields of every format: day, amount, currency, and the named deposit or else the
 * text. Equal lines of a file are numbered, so that two equal payments on one day remain two.
 */
function tellApart(lines: readonly (StatementLine & Named)[]): Buffer[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const words = line.reference ?? line.text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
    const told = JSON.stringify([line.bookedOn, String(line.amount), line.currency, line.named, words])
    const nth = (seen.get(told) ?? 0) + 1
    seen.set(told, nth)
    return createHash('sha256').update(`${nth} ${told}`).digest()
  })
}

const toStatement = (row: repository.StatementRow): ImportedStatement => ({
  id: String(row.id),
  fileName: row.file_name,
  format: row.format,
  ownAccount: row.own_account,
  describedBy: row.described_by,
  importedBy: row.imported_by,
  importedAt: row.imported_at.toISOString(),
  lines: row.lines,
  added: row.added,
  outgoing: row.outgoing,
})

/** Stores the lines of a statement that are new. */
async function store(deps: ImportDeps, tx: Tx, fileName: string, importedBy: string, read: Statement) {
  const named = read.lines.map((line) => ({ ...line, ...namedDeposit(line.searched) }))
  const kept = named.filter((line) => line.amount > 0n || (line.amount < 0n && line.named !== 'none'))
  const outgoing = named.filter((line) => line.amount < 0n).length - kept.filter((line) => line.amount < 0n).length
  const fingerprints = tellApart(kept)
  const rows = kept.map((line, index) => {
    const fingerprint = fingerprints[index] ?? Buffer.alloc(0)
    return { ...line, fingerprint, sealedText: deps.sealer.seal(line.text, contextOf(fingerprint)) }
  })
  const statement = {
    file_name: fileName,
    format: read.format,
    own_account: read.ownAccount,
    described_by: read.describedBy ?? null,
    imported_by: importedBy,
    imported_at: new Date(deps.clock.now()),
    lines: read.lines.length,
    outgoing,
  }
  const id = await repository.insertStatement(tx, statement)
  return toStatement({ ...statement, id, added: await repository.insertLines(tx, id, rows) })
}

/**
 * Stores the lines that are new, of every file if it is a ZIP; credits nothing. `actor` is who imports, as the audit log
 * names them.
 */
export async function importStatement(
  deps: ImportDeps,
  actor: string,
  upload: StatementUpload,
): Promise<Result<{ items: ImportedStatement[] }, ConsoleProblem>> {
  const { name, file } = upload
  const statements = await read(deps, actor, upload)
  if (!statements.ok) return statements
  const sha256 = createHash('sha256').update(file, 'base64').digest('hex')
  const items: ImportedStatement[] = []
  await deps.database.withTransaction(async (tx) => {
    for (const each of statements.value) {
      const fileName = each.name === null ? name : `${name}: ${each.name}`.slice(0, NAME_MAX)
      const item = await store(deps, tx, fileName, actor, each)
      items.push(item)
      const details = { format: item.format, lines: item.lines, added: item.added, sha256 }
      await writeAudit(tx, { actor, reason: name }, 'statements.import', `statement ${item.id}`, details)
    }
  })
  return ok({ items })
}

function toLine(deps: ConsoleDeps, row: repository.LineRow): ImportedLine {
  const {
    sealed_text: sealed,
    fingerprint,
    deposit_amount: deposited,
    deposit_status: status,
    deposit_created_at: made,
  } = row
  const own = deps.config.currency
  return {
    id: String(row.id),
    place: row.place,
    bookedOn: row.booked_on,
    amount: formatMoney(row.amount, scaleOf(row.currency, own)),
    currency: row.currency,
    text: openWords(deps, fingerprint, sealed),
    reference: row.reference,
    account: row.account,
    deposit:
      deposited === null || status === null || made === null
        ? null
        : {
            amount: formatMoney(deposited, own.scale),
            difference: row.currency === own.code ? formatMoney(row.amount - deposited, own.scale) : null,
            status: storedName(MONEY_STATUS, status),
            createdAt: made.toISOString(),
            dueAt: new Date(made.getTime() + DEPOSIT_DUE_MS).toISOString(),
            proposed: row.proposed,
          },
    state: row.state,
    aside:
      row.aside_at === null
        ? null
        : { by: row.aside_by ?? '', at: row.aside_at.toISOString(), reason: row.aside_reason ?? '' },
  }
}

/** The lines hold payers' names, so each look is in the audit log. */
async function lines(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  statement: string,
  query: PageQuery & { group?: StatementLineGroup },
): Promise<Result<Page<ImportedLine>, 'invalid_request'>> {
  const { database, clock, config } = deps
  const page = await readNumbered(
    query,
    (after, limit) =>
      repository.listLines(database, {
        currency: config.currency.code,
        now: new Date(clock.now()),
        statement,
        group: query.group,
        after,
        limit,
      }),
    (row) => toLine(deps, row),
  )
  await audited(database, { actor: actorOf(staff), reason: 'queue' }, 'statements.lines', async () => ({
    subject: `statement ${statement}`,
    details: {},
    value: undefined,
  }))
  return page
}

/** What the lines come to, group by group, and what one press of "credit all" would move. */
async function totals({ database, clock, config }: ConsoleDeps, statement: string): Promise<StatementTotals> {
  const { code: currency, scale } = config.currency
  const filter = { currency, now: new Date(clock.now()), statement }
  const states = await repository.sumLines(database, filter)
  const next = await repository.listLines(database, {
    ...filter,
    group: 'matched',
    after: null,
    limit: PROPOSED_AT_ONCE,
  })
  const sum = (rows: readonly { count: number; amount: bigint }[]) => ({
    count: rows.reduce((all, { count }) => all + count, 0),
    amount: formatMoney(
      rows.reduce((all, { amount }) => all + amount, 0n),
      scale,
    ),
  })
  const of = (...groups: readonly StatementLineGroup[]) =>
    sum(states.filter(({ state }) => groups.includes(STATEMENT_LINE_STATES[state])))
  return {
    groups: STATEMENT_LINE_GROUPS.map((group) => ({ group, ...of(group) })),
    all: sum(states),
    open: of('matched', 'doubtful', 'unmatched'),
    next: sum(next.map(({ amount }) => ({ count: 1, amount }))),
  }
}

/**
 * Credits one deposit as its queue would: claims it, checks it, and credits or proposes it by the rules of the action.
 */
async function proposeOne(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  row: repository.LineRow,
  reason: string,
): Promise<Result<ActionAnswer, ConsoleProblem>> {
  const reference = row.reference ?? ''
  const item = { queue: 'deposits', key: reference } as const
  const claimed = await claimItem(deps.database, item, { now: deps.clock.now(), staffId: staff.id })
  if (!claimed.ok) return claimed
  try {
    const amount = formatMoney(row.amount, deps.config.currency.scale)
    const params = { reference, amount, late: row.state === 'matched_late' }
    return await takeAction(deps, actorFrom(staff), { action: 'deposits.approve', params, reason })
  } finally {
    await releaseClaim(deps.database, item, staff)
  }
}

/** One after the other, so that each counts towards what one person may do alone in a day. */
async function propose(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  statement: string,
  reason: string,
): Promise<StatementProposals> {
  const filter = { currency: deps.config.currency.code, now: new Date(deps.clock.now()), statement, after: null }
  const all = await repository.listLines(deps.database, { ...filter, group: 'matched', limit: 10_000 })
  const answer: StatementProposals = {
    done: 0,
    waiting: 0,
    refused: [],
    left: Math.max(0, all.length - PROPOSED_AT_ONCE),
  }
  for (const row of all.slice(0, PROPOSED_AT_ONCE)) {
    const taken = await proposeOne(deps, staff, row, `${reason} (statement ${statement}, ${row.place})`)
    if (taken.ok) answer[taken.value.state] += 1
    else answer.refused.push({ reference: row.reference ?? '', problem: taken.error.code })
  }
  return answer
}

/** Bank statements and the deposits that their lines pay: PRODUCT.md 20.11. */
export function createStatementService(deps: ConsoleDeps) {
  return {
    add: (staff: StaffIdentity, file: StatementUpload) => importStatement(deps, actorOf(staff), file),
    bankFiles: async () => ({ items: await listBankFiles(deps.database) }),
    list: (query: PageQuery): Promise<Result<Page<ImportedStatement>, 'invalid_request'>> =>
      readNumbered(query, (before, limit) => repository.listStatements(deps.database, before, limit), toStatement),
    ...bindAll(deps, { preview, lines, totals, propose }),
  }
}
