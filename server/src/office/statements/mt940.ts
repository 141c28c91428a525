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

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    // The envelope of the SWIFT network, if the bank leaves it in.
    const line = raw
      .replace(/^(?:\{[1235]:[^}]*\})*(?:\{4:)?/, '')
      .replace(/^-\}.*$/, '-')
      .trimEnd()
    const [, tag, value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push({ tag, value, line: index + 1 })
    else if (line === '-' || line === '') continue
    else if (last) last.value += `\n${line}`
    else throw new UnreadableStatement('structure', index + 1, line)
  }
  return fields
}

const BALANCE = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(\d{1,15}),(\d{0,4})$/

/** Opening or closing balance in minor units; negative if the account is overdrawn. */
function balanceOf({ value, line }: Field, own: Currency) {
  const [, mark, , , , currency = '', whole = '', fraction = ''] = BALANCE.exec(value) ?? []
  const amount = minorOf(whole, fraction, scaleOf(currency, own))
  if (amount === undefined) throw new UnreadableStatement('balance', line, value)
  return { currency, amount: mark === 'C' ? amount : -amount }
}

const ENTRY = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])([A-Z])?(\d{1,15}),(\d{0,4})([NFS][A-Z0-9]{3})(.*)$/s

/** The booking day has no year: the year is the one that puts it closest to the value date. */
function bookedOn(value: [number, number, number], entry: string | undefined): string | undefined {
  const [year, month, day] = value
  if (entry === undefined) return dayOf(year, month, day)
  const [entryMonth, entryDay] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const apart = entryMonth - month
  return dayOf(apart > 6 ? year - 1 : apart < -6 ? year + 1 : year, entryMonth, entryDay)
}

function entryOf({ value, line }: Field, currency: string, own: Currency): StatementLine {
  const found = ENTRY.exec(value)
  if (!found) throw new UnreadableStatement('structure', line, value)
  const [, year, month, day, entry, mark, , whole = '', fraction = '', , rest = ''] = found
  const booked = bookedOn([2000 + Number(year), Number(month), Number(day)], entry)
  if (booked === undefined) throw new UnreadableStatement('date', line, value.slice(0, 10))
  const minor = minorOf(whole, fraction, scaleOf(currency, own))
  if (minor === undefined) throw new UnreadableStatement('amount', line, `${whole},${fraction}`)
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

/**
 * Subfields of German banks: 20 to 29 and 60 to 63 hold what the payer wrote, broken anywhere; 32 and 33 name the
 * payer.
 */
function describe(entry: StatementLine, { value }: Field): StatementLine {
  const subfields = value
    .replace(/\n/g, '')
    .split(/\?(?=\d{2})/)
    .slice(1)
  if (subfields.length === 0) {
    const text = onOneLine(`${value} ${entry.text}`)
    return { ...entry, text, searched: [...entry.searched, value, value.replace(/\n/g, '')] }
  }
  const of = (pattern: RegExp) => subfields.filter((part) => pattern.test(part)).map((part) => part.slice(2))
  const purpose = of(/^(2\d|6[0-3])/)
  const text = onOneLine([purpose.join(''), ...of(/^3[23]/)].join(' '))
  return { ...entry, text, searched: [...entry.searched, purpose.join(' '), purpose.join('')] }
}

/** One file may hold several statements; each has to add up from its opening to its closing balance. */
export function readMt940(file: string, own: Currency): Statement {
  const lines: StatementLine[] = []
  let ownAccount: string | null = null
  let open: { currency: string; amount: bigint } | undefined
  let isEntry = false
  for (const field of fieldsOf(file)) {
    if (field.tag === '25') ownAccount ??= field.value.split('\n')[0]?.slice(0, 64) ?? null
    if (/^60[FM]$/.test(field.tag)) open = balanceOf(field, own)
    else if (field.tag === '61') {
      if (!open) throw new UnreadableStatement('balance', field.line)
      if (lines.length > STATEMENT_LINES_MAX) break
      const entry = entryOf(field, open.currency, own)
      open.amount += entry.amount
      lines.push(entry)
    } else if (field.tag === '86' && isEntry) {
      const entry = lines.pop()
      if (entry) lines.push(describe(entry, field))
    } else if (/^62[FM]$/.test(field.tag)) {
      const end = balanceOf(field, own)
      if (end.currency !== open?.currency || end.amount !== open.amount)
        throw new UnreadableStatement('balance', field.line, field.value)
      open = undefined
    }
    isEntry = field.tag === '61'
  }
  if (open && lines.length <= STATEMENT_LINES_MAX) throw new UnreadableStatement('cut_off', file.split('\n').length)
  return { format: 'mt940', ownAccount, lines }
}
