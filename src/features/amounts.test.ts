import fc from 'fast-check'
import { LOCALES } from '../../contract/locales'
import { productOf, savingsOf, withdrawalTermsOf } from '../../test/client/factories'
import { typedAmountOf } from '../../test/client/forms'
import { moneyText } from '../domain/money'
import { exactMoney } from '../domain/typedAmount'
import { dotAsDecimal } from '../i18n/format'
import { LANGUAGES } from '../i18n/languages'
import { toLimit } from './limits/limitForm'
import * as transfer from './savings/transferForm'
import { intentOf, sanitizePrice } from './trading/alerts/alertForm'
import * as ticket from './trading/ticket/ticketForm'
import * as deposit from './wallet/depositForm'
import * as withdraw from './wallet/withdrawForm'

const TERMS = productOf({ stakeMin: '0.01', stakeMax: '999999.00' })
const typed = (text: string) => ({ type: 'typed', text }) as const
const left = { type: 'left' } as const

/** The amount that each field would send for a text that is pasted, or typed key by key, and left. */
const FIELDS: Record<string, (texts: string[]) => string | undefined> = {
  order: (texts) => {
    const form = texts.reduce((now, text) => ticket.reduce(now, typed(text), TERMS), ticket.openTicket(TERMS, 'up'))
    const { stake } = ticket.summarise(ticket.reduce(form, left, TERMS), TERMS, 2)
    return stake && moneyText(stake)
  },
  deposit: (texts) => deposit.amountOf(typedAmountOf(deposit.initialDeposit('demo'), texts, true), 2),
  withdrawal: (texts) =>
    withdraw.summarise(typedAmountOf({ amountText: '' }, texts, true), withdrawalTermsOf(), 2)?.amount,
  ...Object.fromEntries(
    (['in', 'out'] as const).map((direction) => [
      `savings ${direction}`,
      (texts: string[]) => {
        const terms = { ...savingsOf(), available: '999999.00', confirmed: '999999.00', transferOutLeft: '999999.00' }
        const all = { ...terms, depositMinimum: '0.01', depositMaximum: '999999.00' }
        return transfer.toAmount(typedAmountOf(transfer.openTransfer(direction), texts, true), all, 2)
      },
    ]),
  ),
  limit: (texts) => toLimit(texts.at(-1) ?? ''),
  floor: (texts) => {
    const floor = exactMoney(texts.at(-1) ?? '', 2)
    return floor && moneyText(floor)
  },
  alert: (texts) => {
    const text = texts.reduce((_, one) => sanitizePrice(one, 2), '')
    const intent = intentOf(text, '0.01', 2)
    return intent.kind === 'ready' || intent.kind === 'level' ? intent.price : undefined
  },
}

const group = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark)
const lakhs = (whole: string) => whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
const inScript = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))

/** Ways in which people write "1234.5": in any language, on any keyboard, pasted from anywhere. */
const WAYS: Record<string, (whole: string, fraction: string, marks: { group: string; decimal: string }) => string> = {
  'of the language': (whole, fraction, marks) => group(whole, marks.group) + (fraction && marks.decimal + fraction),
  dot: (whole, fraction) => whole + (fraction && `.${fraction}`),
  comma: (whole, fraction) => whole + (fraction && `,${fraction}`),
  'ideographic stop': (whole, fraction) => whole + (fraction && `。${fraction}`),
  'ideographic comma': (whole, fraction) => whole + (fraction && `、${fraction}`),
  'full width': (whole, fraction) => inScript(whole + (fraction && `．${fraction}`), '０'),
  Arabic: (whole, fraction) => inScript(group(whole, '٬') + (fraction && `٫${fraction}`), '٠'),
  Thai: (whole, fraction) => inScript(group(whole, ',') + (fraction && `.${fraction}`), '๐'),
  Devanagari: (whole, fraction) => inScript(lakhs(whole) + (fraction && `.${fraction}`), '०'),
  English: (whole, fraction) => group(whole, ',') + (fraction && `.${fraction}`),
  German: (whole, fraction) => group(whole, '.') + (fraction && `,${fraction}`),
  French: (whole, fraction) => group(whole, '\u202f') + (fraction && `,${fraction}`),
  Swiss: (whole, fraction) => group(whole, '’') + (fraction && `.${fraction}`),
  Indian: (whole, fraction) => lakhs(whole) + (fraction && `.${fraction}`),
  'with its currency': (whole, fraction) => `$${group(whole, ',')}${fraction && `.${fraction}`}\u00a0`,
  invisible: (whole, fraction) => `\u200b${whole}\u2060${fraction && `.${fraction}`}\u202c`,
}

const RUNS = 5_000

test(`an amount is read as meant, or not at all: ${RUNS} times in ${Object.keys(FIELDS).length} fields, ${Object.keys(WAYS).length} ways, ${LOCALES.length} languages`, () => {
  let read = 0
  const whole = fc.oneof(
    fc.integer({ min: 0, max: 999_998 }),
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: 1, max: 998 }).map((one) => one * 1_000),
  )
  const fraction = fc.constantFrom('', '0', '5', '00', '50', '07', '000', '500', '5000')
  const way = fc.constantFrom(...Object.values(WAYS))
  fc.assert(
    fc.property(
      whole,
      fraction,
      way,
      fc.constantFrom(...LOCALES),
      fc.boolean(),
      (whole, fraction, write, locale, byKey) => {
        const text = write(String(whole), fraction, LANGUAGES[locale].numbers)
        const texts = byKey ? Array.from(text, (_, at) => text.slice(0, at + 1)) : [text]
        const meant = Number(`${whole}.${fraction || '0'}`)
        for (const [name, amountOf] of Object.entries(FIELDS)) {
          const found = amountOf(texts)
          if (found === undefined) continue
          read++
          // The rule of the specification: decimals are cut to two, and nothing becomes 1.
          const cut = Math.floor(meant * 100 + 1e-6) / 100
          const expected = ['limit', 'floor'].includes(name) ? meant : cut === 0 && name !== 'alert' ? 1 : cut
          expect([name, text, Number(found)]).toEqual([name, text, expected])
          // What the field then shows in this language is the same amount.
          const again = amountOf([dotAsDecimal(found, locale)])
          if (again !== undefined) expect(Number(again)).toBe(expected)
        }
      },
    ),
    { numRuns: RUNS },
  )
  // What asks or is refused is the exception.
  expect(read).toBeGreaterThan((RUNS * Object.keys(FIELDS).length) / 2)
})
