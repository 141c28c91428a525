import type { BankFile } from '../../contract/bankFiles'
import type { StaffActionName, StaffRole } from '../../contract/console'
import type { ActionParams } from '../../contract/consoleActions'
import type { Proposal } from '../../contract/consoleProposals'
import type { PublicTerms } from '../../contract/market'
import { withoutTurns } from '../../contract/plainText'
import { day, grouped, moment, t } from '../texts'
import { bankLineText, bankVerdict } from './bank'
import { bankFileText } from './bankFiles'
import { termsByName, termsInWords } from './terms'

/** A parameter of an action or another thing to know of it, in words. */
export interface Fact {
  name: string
  label: string
  value: string
  /** What deserves a look. */
  level?: 'good' | 'soon'
}

export type Asked = Pick<Proposal, 'action' | 'account' | 'amount' | 'product' | 'change' | 'line' | 'bank' | 'params'>

/** How the reader reads. */
export interface Reader {
  currency: string
  locale: string
  /** A reason that the user is told, in words. */
  read(reason: string): string
}

type ParamName = { [N in StaffActionName]: keyof ActionParams<N> }[StaffActionName]
type Show = (value: unknown, asked: Asked, reader: Reader) => string

const yesOrNo: Show = (value) => t(value === true ? 'truth/yes' : 'truth/no')
const asTyped: Show = (value) => String(value)
const money: Show = (value, _, { currency }) => `${grouped(String(value))} ${currency}`
const limit: Show = (value, asked, reader) => (value === null ? t('noLimit') : money(value, asked, reader))
const onDay: Show = (value) => day(String(value))

const productName: Show = (symbol, { product }, { locale }) =>
  product?.names[locale] ? `${product.names[locale]} (${symbol})` : String(symbol)

interface InLocale {
  locale: string
  title?: string
  body?: string
  text?: string
}

const allTexts: Show = (value) =>
  (value as InLocale[])
    .map(({ locale, ...texts }) => {
      const said = [texts.title, texts.body, texts.text].filter((text) => text !== undefined)
      return `${locale}: ${said.map(withoutTurns).join(' – ')}`
    })
    .join('\n')

/** A line of a bank statement; its number if it is gone. */
const bankLine: Show = (value, { line }) =>
  line
    ? `${withoutTurns(line.fileName)}, ${t('field/place')} ${line.place}: ${grouped(line.amount)} ${line.currency}, ${day(line.bookedOn)}`
    : `#${value}`

const announcedChange: Show = (value, { change, product }, reader) => {
  if (!change) return `#${value}`
  const { part, from, terms } = change
  const named = product && productName(product.symbol, { product } as Asked, reader)
  return [named, t(`productPart/${part}`), termsInWords(terms), `${t('field/from')} ${moment(from)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Every parameter of every action: the compiler names the one that is missing. */
const SHOW: Record<ParamName, Show> = {
  // The person and the subject come first.
  user: (_, { account }) => account ?? t('forgottenUser'),
  symbol: productName,
  login: asTyped,
  name: asTyped,
  article: asTyped,
  reference: asTyped,
  amount: money,
  kind: (value, { action }) => t(`${action.startsWith('users.') ? 'freeze' : 'codeKind'}/${value}`),
  late: yesOrNo,
  bankAmount: (value, { bank }) => `${grouped(String(value))} ${bank?.currency ?? ''}`.trim(),
  told: (value, _, { read }) => read(String(value)),
  note: asTyped,
  notSent: yesOrNo,
  payoutReference: asTyped,
  bornOn: onDay,
  validUntil: onDay,
  description: (value) => bankFileText(value as BankFile),
  line: bankLine,
  on: yesOrNo,
  until: (value) => (value === null ? t('openEnd') : moment(String(value))),
  change: announcedChange,
  from: (value) => moment(String(value)),
  up: limit,
  down: limit,
  digest: asTyped,
  texts: allTexts,
  day: onDay,
  income: money,
  what: (value) => t(`reasonsOf/${value}`),
  code: asTyped,
  offered: yesOrNo,
  roles: (value) => (value as StaffRole[]).map((role) => t(`roles/${role}`)).join(', '),
  subject: asTyped,
  country: asTyped,
  number: asTyped,
}

/** In the order in which they are read. */
const PARAM_NAMES = Object.keys(SHOW) as ParamName[]

const factOf = (name: string, value: string, group = 'param'): Fact => ({ name, label: t(`${group}/${name}`), value })

/** The part of a product that changes, and each of its terms. */
const changeFacts = ({ part, terms }: { part: string; terms: PublicTerms }): Fact[] => [
  factOf('part', t(`productPart/${part}`)),
  ...Object.entries(termsByName(terms)).map(([name, value]) => factOf(name, value, 'term')),
]

/** What the bank shows for a deposit that is to be credited. */
function bankFact({ bank }: Asked): Fact {
  if (!bank) return factOf('bank', t('bank/none'))
  const several = bank.lines > 1 ? [t('bank/several', { lines: bank.lines })] : []
  const value = [bankLineText(bank), bankVerdict(bank), ...several].join(' · ')
  return { ...factOf('bank', value), level: bank.agrees ? 'good' : 'soon' }
}

/** The effect of an action, part by part: the person, and each requested parameter. */
export function factsOf(asked: Asked, reader: Reader): Fact[] {
  const { params, account, amount } = asked
  // The database has its own order.
  const named = PARAM_NAMES.filter((name) => name in params).map((name) => [name, params[name]] as const)
  const shown = named.flatMap(([name, value]) => {
    if (asked.action === 'products.change' && name === 'change') return changeFacts(value as never)
    return factOf(name, SHOW[name](value, asked, reader))
  })
  return [
    ...(asked.action === 'deposits.approve' ? [bankFact(asked)] : []),
    ...('user' in params || account === null ? [] : [factOf('user', account)]),
    ...shown,
    ...('amount' in params || amount === null ? [] : [factOf('amount', money(amount, asked, reader))]),
  ]
}
