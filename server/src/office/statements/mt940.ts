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

/** A field of the file with the number of its first line; its lines are kept apart. */
interface Field {
  tag: string
  value: string
  line: number
}

/** Fields that begin with these are what their tag says, and no line of a payer's text. */
const STARTS: Record<string, RegExp> = {
  '61': /^\d{6}/,
  '86': /^/,
  '60': /^[CD]\d{6}/,
  '62': /^[CD]\d{6}/,
  '64': /^[CD]\d{6}/,
  '65': /^[CD]\d{6}/,
}
const HEADS = ['13', '20', '21', '25', '28', '34', '90']

/**
 * The field that begins in a line, or undefined. After an entry comes what the payer wrote, which may look like a tag
 * (":12:30 …"): there only fields count that can follow an entry, and those of two letters, which some banks add.
 */
function tagOf(line: string, isText: boolean): [tag: string, value: string] | undefined {
  const [, tag = '', value = ''] = /^:(\d{2}[A-Z]?|[A-Z]{2}):(.*)$/.exec(line) ?? []
  const number = tag.slice(0, 2)
  if (tag === '' || (isText && STARTS[number] && !STARTS[number].test(value))) return undefined
  return isText && !STARTS[number] && !/^[A-Z]/.test(tag) ? undefined : [tag, value]
}

/** Lines before the first field, and between a closing balance and the next field, are the envelopes of networks. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let isEnvelope = true
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.replace(/^\p{Cc}+|^.*\{4:\s*/gu, '').replace(/[\s\p{Cc}]+$/u, '')
    const last = fields.at(-1)
    const isText = last !== undefined && !isEnvelope && /^(61|86|[A-Z]{2})$/.test(last.tag)
    const begun = tagOf(line, isText)
    // A file begins with the number of its statement, or with the account.
    if (begun && (fields.length > 0 || HEADS.includes(begun[0].slice(0, 2)) || STARTS[begun[0].slice(0, 2)])) {
      fields.push({ tag: begun[0], value: begun[1], line: index + 1 })
      isEnvelope = false
    } else if (/^-(\}.*)?$/.test(line)) {
      // Within a statement such a line is one of the payer's text.
      isEnvelope = last === undefined || /^6[245]/.test(last.tag) || isClosed(fields)
    } else if (line !== '' && last && !isEnvelope && !/^6[245]/.test(last.tag)) last.value += `\n${line}`
  }
  return fields
}

/** Whether the last balance is a closing one. */
const isClosed = (fields: readonly Field[]) =>
  fields.findLast(({ tag }) => /^6[02]/.test(tag))?.tag.startsWith('62') === true

const BALANCE = /^([CD])\d{6}([A-Z]{3})\s*(\d+,\d*)\s*$/

/** Opening or closing balance in minor units; negative if the account is overdrawn. */
function balanceOf({ value, line }: Field, own: Currency) {
  const [, mark, currency = '', text = ''] = BALANCE.exec(value) ?? []
  const amount = minorOf(text, scaleOf(currency, own), ',')
  if (amount === undefined) throw new UnreadableStatement('balance', line, value)
  return { currency, amount: mark === 'C' ? amount : -amount }
}

/** Some banks leave out the comma of a whole amount, or parts of the type. */
const ENTRY = /^(\d{2})(\d{2})(\d{2})(\d{4}| {4})? *(R?[CD])([A-Z])?\s*(\d+(?:,\d*)?)\s*[NFS][A-Z0-9 ]{0,3}(.*)$/s

/** The booking day has no year: the year is the one that puts it closest to the value date. */
function bookedOn(value: [number, number, number], entry: string): string | undefined {
  const [year, month, day] = value
  if (entry.trim() === '') return dayOf(year, month, day)
  const [entryMonth, entryDay] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const apart = entryMonth - month
  return dayOf(apart > 6 ? year - 1 : apart < -6 ? year + 1 : year, entryMonth, entryDay)
}

function entryOf({ value, line }: Field, currency: string, own: Currency): StatementLine {
  const found = ENTRY.exec(value)
  if (!found) throw new UnreadableStatement('structure', line, value)
  const [, year, month, day, entry = '', mark, , text = '', rest = ''] = found
  const booked = bookedOn([2000 + Number(year), Number(month), Number(day)], entry)
  if (booked === undefined) throw new UnreadableStatement('date', line, value.slice(0, 10))
  const minor = minorOf(text, scaleOf(currency, own), ',')
  if (minor === undefined) throw new UnreadableStatement('amount', line, text)
  // The reversal of a credit is money out; the reversal of a debit is money in.
  const isIn = mark === 'C' || mark === 'RD'
  return {
    place: line,
    bookedOn: booked,
    amount: isIn ? minor : -minor,
    currency,
    text: onOneLine(rest),
    searched: [rest],
  }
}

/** A code of the transaction, then subfields that all begin with the same mark and two digits. */
const SUBFIELDS = /^[\dA-Z ]{0,12}([?<~^>])(?=\d{2})/
/** What payers, banks and formats write in one text: each part begins with its keyword. */
const KEYWORD = /(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|SQTP|PURP|NAME|TAN)[+:])/

/**
 * Subfields 20 to 29 and 60 to 63 hold what the payer wrote, cut anywhere; 32 and 33 name the payer. A text without
 * subfields is cut at the end of a line.
 */
function describe(entry: StatementLine, { tag, value: written }: Field): StatementLine {
  // The lines of a bank's own field are numbered.
  const value = tag === '86' ? written : written.replace(/^\d\d/gm, '')
  const mark = SUBFIELDS.exec(value)?.[1]
  const subfields = mark ? value.replace(/\n/g, '').split(new RegExp(`\\${mark}(?=\\d{2})`)) : []
  const of = (pattern: RegExp) => subfields.filter((part) => pattern.test(part)).map((part) => part.slice(2))
  const purpose = of(/^(2\d|6[0-3])/)
  const said = purpose.length > 0 ? purpose.join('\n') : value
  const words = purpose.length > 0 ? [purpose.join(''), ...of(/^3[23]/)] : [value]
  return {
    ...entry,
    text: onOneLine([...words, entry.text].join(' ')),
    searched: [...entry.searched, said.split(KEYWORD).join('\n')],
  }
}

interface Balance {
  currency: string
  amount: bigint
}

/** The balance that a field opens or closes with; a closing balance has to be what the entries add up to. */
function turn(field: Field, open: Balance | undefined, own: Currency): Balance | undefined {
  const balance = balanceOf(field, own)
  if (field.tag.startsWith('60')) {
    if (open) throw new UnreadableStatement('cut_off', field.line, field.value)
    return balance
  }
  if (balance.currency !== open?.currency || balance.amount !== open.amount)
    throw new UnreadableStatement('balance', field.line, field.value)
  return undefined
}

/** One file may hold several statements; each has to add up from its opening to its closing balance. */
export function readMt940(file: string, own: Currency): Statement {
  const lines: StatementLine[] = []
  let ownAccount: string | null = null
  let open: Balance | undefined
  let isEntry = false
  const fields = fieldsOf(file)
  // MT942 tells of a running day, without the balances that would show a mistake.
  if (!fields.some(({ tag }) => tag.startsWith('60'))) throw new UnreadableStatement('format_unknown', 1)
  for (const field of fields) {
    const { tag } = field
    if (/^25P?$/.test(tag)) ownAccount ??= field.value.split('\n')[0]?.slice(0, 64) ?? null
    if (/^6[02][FM]$/.test(tag)) open = turn(field, open, own)
    if (tag === '61') {
      if (!open) throw new UnreadableStatement('balance', field.line)
      if (lines.length > STATEMENT_LINES_MAX) break
      const entry = entryOf(field, open.currency, own)
      open.amount += entry.amount
      lines.push(entry)
      isEntry = true
    } else if (!/^(86|[A-Z]{2})$/.test(tag)) isEntry = false
    else if (isEntry) {
      const entry = lines.pop()
      if (entry) lines.push(describe(entry, field))
    }
  }
  if (open && lines.length <= STATEMENT_LINES_MAX) throw new UnreadableStatement('cut_off', file.split('\n').length)
  return { format: 'mt940', ownAccount, lines }
}
