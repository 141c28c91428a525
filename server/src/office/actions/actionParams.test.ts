import { STAFF_ACTION_NAMES } from '../../../../contract/console'
import { ACTION_PARAMS } from '../../../../contract/consoleActions'
import { LOCALES } from '../../../../contract/locales'

/** Names of the fields of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: object }
  const inner = [...Object.values(properties), ...Object.values(rest)].flatMap(fieldsOf)
  return [...Object.keys(properties), ...inner]
}

test('no parameter of any action names an order, a price or an instant of one', () => {
  const names = STAFF_ACTION_NAMES.flatMap((name) => fieldsOf(ACTION_PARAMS[name]))
  const products = ['alwaysOpen', 'calendar', 'category', 'change', 'close', 'code', 'day', 'decimals', 'durations']
  const bankFile = [
    'credit',
    'currency',
    'date',
    'dateOrder',
    'debit',
    'decimal',
    'delimiter',
    'description',
    'encoding',
    'era',
    'fixedCurrency',
    'footer',
    'header',
    'ignored',
    'mark',
    'marksIn',
    'marksOut',
    'payer',
    'reversed',
    'skip',
  ]
  expect([...new Set(names)].filter((name) => !LOCALES.some((locale) => locale === name)).sort()).toEqual(
    [
      'amount',
      'bankAmount',
      'bornOn',
      'kind',
      'late',
      'login',
      'name',
      'notSent',
      'note',
      'on',
      'payoutReference',
      'reference',
      'roles',
      'subject',
      'symbol',
      'told',
      'until',
      'user',
      'validUntil',
      ...products,
      ...bankFile,
      'earningsRateBp',
      'from',
      'hours',
      'names',
      'open',
      'part',
      'recommended',
      'seconds',
      'country',
      'number',
      'stakeMax',
      'stakeMin',
      'stakePresets',
      'terms',
      'timeZone',
      'up',
      'down',
      'article',
      'body',
      'digest',
      'line',
      'what',
      'offered',
      'text',
      'income',
      'locale',
      'texts',
      'title',
    ].sort(),
  )
})
