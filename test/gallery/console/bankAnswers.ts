import { STATEMENT_LINE_STATES, type StatementLineState } from '../../../contract/console'
import type { ImportedLine } from '../../../contract/consoleStatements'
import { HOUR, instant } from '../userAnswers'
import { DEPOSITS } from './itemKeys'
import type { Known } from './server'

/** A statement with a line in each state, and a bank's file with its description. */

export const STATEMENT = {
  id: '5',
  fileName: 'umsaetze-2026-11-20.csv',
  format: 'csv' as const,
  ownAccount: 'DE02120300000000202051',
  describedBy: 'Bayerische Landesbank',
  importedBy: 'maximiliane',
  importedAt: instant(-HOUR),
  lines: 16,
  added: 16,
  outgoing: 2,
}

const STATES = Object.keys(STATEMENT_LINE_STATES) as StatementLineState[]
/** They name no deposit. */
const ALONE: readonly StatementLineState[] = ['set_aside', 'reference_missing', 'several_references']

const named: NonNullable<ImportedLine['deposit']> = {
  amount: '1250.00',
  difference: '0.00',
  status: 'under_review',
  createdAt: instant(-3 * HOUR),
  dueAt: instant(HOUR / 2),
  proposed: false,
}

function line(state: StatementLineState, index: number): ImportedLine {
  const isNamed = !ALONE.includes(state)
  const hasDeposit = isNamed && state !== 'reference_unknown'
  return {
    id: String(31 + index),
    place: index + 1,
    bookedOn: '2026-11-20',
    amount: state === 'went_out' ? '-1250.00' : state === 'other_amount' ? '1205.00' : '1250.00',
    currency: state === 'other_currency' ? 'EUR' : 'USD',
    text: state === 'user_deleted' ? null : `EINZAHLUNG ${DEPOSITS.matched} Müller-Lüdenscheidt, Anna-Lena`,
    reference: isNamed ? DEPOSITS.matched : null,
    account: hasDeposit && state !== 'user_deleted' ? 'lin_mei88' : null,
    deposit: hasDeposit
      ? {
          ...named,
          difference: state === 'other_currency' ? null : state === 'other_amount' ? '-45.00' : '0.00',
          status: state === 'credited' ? 'successful' : state === 'rejected' ? 'failed' : 'under_review',
          proposed: state === 'proposed',
        }
      : null,
    state,
    aside: state === 'set_aside' ? { by: 'bea', at: instant(-HOUR), reason: 'sent back to its sender' } : null,
  }
}
const LINES = STATES.map(line)
const sum = (count: number) => ({ count, amount: `${count * 1250}.00` })

const FILE = {
  encoding: 'windows-1252' as const,
  delimiter: ';' as const,
  header: ['Buchungstag', 'Verwendungszweck', 'Soll', 'Haben', 'Währung'],
  skip: 0,
  footer: 0,
  ignored: [],
  date: 0,
  dateOrder: 'dmy' as const,
  era: 'common' as const,
  decimal: ',' as const,
  amount: null,
  credit: 3,
  debit: 2,
  mark: null,
  marksIn: [],
  marksOut: [],
  reversed: false,
  currency: 4,
  fixedCurrency: null,
  texts: [1],
  payer: null,
}

export const BANK_ANSWERS: Known = {
  listStatements: {
    items: [STATEMENT, { ...STATEMENT, id: '4', fileName: 'camt.xml', format: 'camt053', describedBy: null, added: 0 }],
    nextCursor: null,
  },
  listStatementLines: ({ query: { group } }) => ({
    items: LINES.filter(({ state }) => group === undefined || STATEMENT_LINE_STATES[state] === group),
    nextCursor: null,
  }),
  getStatementTotals: {
    groups: [
      { group: 'matched', ...sum(2) },
      { group: 'doubtful', ...sum(9) },
    ],
    all: sum(16),
    open: sum(13),
    next: sum(2),
  },
  listBankFiles: { items: [{ name: 'Bayerische Landesbank', file: FILE }] },
  previewStatement: {
    file: FILE,
    rows: [
      ['Kontoauszug', 'Test Bank'],
      ['Buchungstag', 'Verwendungszweck', 'Soll', 'Haben', 'Währung'],
      ['20.11.2026', `EINZAHLUNG ${DEPOSITS.matched}`, '', '1.250,00', 'USD'],
      ['20.11.2026', 'Gebühr', '3,50', '', 'USD'],
    ],
    lines: [
      { place: 3, bookedOn: '2026-11-20', amount: '1250.00', currency: 'USD', text: `EINZAHLUNG ${DEPOSITS.matched}` },
      { place: 4, bookedOn: '2026-11-20', amount: '-3.50', currency: 'USD', text: 'Gebühr' },
    ],
    count: 2,
    fault: null,
  },
  importStatement: { items: [STATEMENT] },
}
