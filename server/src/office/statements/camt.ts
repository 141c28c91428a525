import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Currency } from '../../shared/settings'
import {
  dayOf,
  minorOf,
  onOneLine,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  scaleOf,
  UnreadableStatement,
} from './statementLine'

type Node = { [name: string]: Node[] | undefined }

/** A document type, which could define entities, is not read. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
})

const PREDEFINED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
/** A character by its number; what is none stays as it is written. */
function numbered(reference: string, digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference
}
const plain = (text: string) =>
  text.replace(
    /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (reference, decimal?: string, hex?: string) =>
      decimal || hex
        ? numbered(reference, decimal ?? hex ?? '', decimal ? 10 : 16)
        : (PREDEFINED[reference.toLowerCase()] ?? reference),
  )

/** All nodes at the end of a path such as "Acct/Id/IBAN". */
const all = (node: Node, path: string): Node[] =>
  path.split('/').reduce((nodes, name) => nodes.flatMap((each) => each[name] ?? []), [node])
const textOf = (node: Node | undefined) =>
  plain(String((node?.['#text'] as unknown as string | undefined) ?? '')).trim()
const one = (node: Node, ...paths: string[]): string =>
  paths.map((path) => textOf(all(node, path)[0])).find(Boolean) ?? ''
const attribute = (node: Node | undefined, name: string) => String((node?.[`@${name}`] as unknown as string) ?? '')

/** An amount with its currency; undefined if the node holds none. */
function money(node: Node | undefined, own: Currency): { amount: bigint; currency: string } | undefined {
  const currency = attribute(node, 'Ccy')
  const text = textOf(node)
  const amount = /^\d{1,16}(\.\d{1,5})?$/.test(text) ? minorOf(text, scaleOf(currency, own), '.') : undefined
  return amount === undefined || !/^[A-Z]{3}$/.test(currency) ? undefined : { amount, currency }
}

function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  return dayOf(Number(year), Number(month), Number(day))
}

/** The data of one payment: an entry of a batch holds several. */
function wordsOf(details: Node, entry: Node) {
  const purpose = ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf'].flatMap((path) =>
    all(details, path).map(textOf),
  )
  const others = [one(details, 'Refs/EndToEndId'), one(details, 'AddtlTxInf'), one(entry, 'AddtlNtryInf')].filter(
    Boolean,
  )
  const payer = one(
    details,
    ...['Dbtr/Nm', 'Dbtr/Pty/Nm', 'UltmtDbtr/Nm', 'UltmtDbtr/Pty/Nm'].map((path) => `RltdPties/${path}`),
  )
  return { text: onOneLine([...purpose, ...others, payer].join(' ')), searched: [purpose.join('\n'), ...others] }
}

function entryLines(entry: Node, place: number, own: Currency): StatementLine[] {
  const fault = (code: 'amount' | 'date' | 'structure', found: string) =>
    new UnreadableStatement(code, place, found.slice(0, 40), 'entry')
  const whole = money(all(entry, 'Amt')[0], own)
  if (!whole) throw fault('amount', one(entry, 'Amt'))
  const mark = one(entry, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT') throw fault('structure', `CdtDbtInd ${mark}`)
  // Notices of single entries may have no other day.
  const day = one(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  const bookedOn = readDay(day)
  if (bookedOn === undefined) throw fault('date', day)
  const sign = mark === 'CRDT' ? 1n : -1n
  const line = (details: Node, amount: bigint): StatementLine => ({
    place,
    bookedOn,
    amount: sign * amount,
    currency: whole.currency,
    ...wordsOf(details, entry),
  })
  const payments = all(entry, 'NtryDtls/TxDtls')
  const amounts = payments.map((payment) => money(all(payment, 'Amt')[0] ?? all(payment, 'AmtDtls/TxAmt/Amt')[0], own))
  const known = amounts.flatMap((each) => (each?.currency === whole.currency ? [each.amount] : []))
  const isSplit = payments.length > 1 && known.length === payments.length
  if (isSplit && known.reduce((sum, amount) => sum + amount, 0n) === whole.amount)
    return payments.map((payment, index) => line(payment, known[index] ?? 0n))
  // The payments cannot be told apart: one line with everything that they say.
  return [
    line({ RmtInf: all(entry, 'NtryDtls/TxDtls/RmtInf'), ...(payments.length === 1 ? payments[0] : {}) }, whole.amount),
  ]
}

/** If a statement gives opening and closing balance, its entries have to add up from one to the other. */
function checkBalances(statement: Node, lines: readonly StatementLine[], entries: number, own: Currency) {
  const balance = (code: string) => {
    const found = all(statement, 'Bal').find((each) => one(each, 'Tp/CdOrPrtry/Cd') === code) ?? {}
    const told = money(all(found, 'Amt')[0], own)
    return told && (one(found, 'CdtDbtInd') === 'DBIT' ? -told.amount : told.amount)
  }
  const [opening, closing] = [balance('OPBD') ?? balance('PRCD'), balance('CLBD')]
  if (opening === undefined || closing === undefined) return
  const sum = lines.reduce((total, line) => total + line.amount, opening)
  if (sum !== closing) throw new UnreadableStatement('balance', entries, '', 'entry')
}

function statementLines(statement: Node, before: number, own: Currency): { lines: StatementLine[]; entries: number } {
  const entries = all(statement, 'Ntry')
  const lines = entries.flatMap((entry, index) => {
    const status = one(entry, 'Sts/Cd', 'Sts')
    return status === 'BOOK' ? entryLines(entry, before + index + 1, own) : []
  })
  checkBalances(statement, lines, before + entries.length, own)
  return { lines, entries: entries.length }
}

function parse(text: string): Node {
  const verdict = XMLValidator.validate(text)
  if (verdict !== true) throw new UnreadableStatement('xml', verdict.err.line, verdict.err.msg.slice(0, 80))
  try {
    return PARSER.parse(text) as Node
  } catch {
    // Elements that are nested too deeply, and names that would change what all objects have.
    throw new UnreadableStatement('xml', 1)
  }
}

/** Elements around a message. */
const ENVELOPES_MAX = 3

/** The messages of ISO 20022 that hold entries: of the running day, of a closed one, and single ones. */
const MESSAGES = [
  ['camt052', 'BkToCstmrAcctRpt/Rpt'],
  ['camt053', 'BkToCstmrStmt/Stmt'],
  ['camt054', 'BkToCstmrDbtCdtNtfctn/Ntfctn'],
] as const

/** The messages of a file: some networks put an envelope of a few elements around each. */
function documentsIn(node: Node, depth = 0): Node[] {
  const found = node.Document
  if (found || depth > ENVELOPES_MAX) return found ?? []
  return Object.entries(node).flatMap(([name, nodes]) =>
    /^[@#]/.test(name) ? [] : (nodes ?? []).flatMap((each) => documentsIn(each, depth + 1)),
  )
}

export function readCamt(text: string, own: Currency): Statement {
  const declared = text.search(/<!(DOCTYPE|ENTITY)/i)
  if (declared !== -1) throw new UnreadableStatement('doctype', text.slice(0, declared).split('\n').length)
  const documents = documentsIn(parse(text))
  const inside = (path: string) => documents.flatMap((document) => all(document, path))
  const [format, path] = MESSAGES.find(([, each]) => inside(each).length > 0) ?? []
  if (!format) throw new UnreadableStatement('format_unknown', 1)
  const statements = inside(path)
  const lines: StatementLine[] = []
  let entries = 0
  for (const statement of statements) {
    const read = statementLines(statement, entries, own)
    entries += read.entries
    lines.push(...read.lines)
    if (lines.length > STATEMENT_LINES_MAX) break
  }
  const first = statements[0] ?? {}
  return { format, ownAccount: one(first, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id').slice(0, 64) || null, lines }
}
