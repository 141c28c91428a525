import fc from 'fast-check'
import { readStatement } from './readStatement'
import { scaleOf, UnreadableStatement } from './statementLine'

const USD = { code: 'USD', scale: 2 }
const RUNS = 1_000

/** The amount in each line, or undefined if the file is refused. */
function amountsIn(file: string): bigint[] | undefined {
  try {
    return readStatement(Buffer.from(file), USD).lines.map(({ amount }) => amount)
  } catch (error) {
    if (error instanceof UnreadableStatement) return undefined
    throw error
  }
}

interface Hand {
  decimal: '.' | ','
  group: '' | '.' | ',' | "'" | ' ' | '\u00a0'
  lakhs: boolean
  /** Decimals that are written: fewer if they are zero, more zeros than the currency has. */
  decimals: number
}
const hands: fc.Arbitrary<Hand> = fc
  .record({
    decimal: fc.constantFrom('.' as const, ',' as const),
    group: fc.constantFrom('' as const, '.' as const, ',' as const, "'" as const, ' ' as const, '\u00a0' as const),
    lakhs: fc.boolean(),
    decimals: fc.integer({ min: 0, max: 5 }),
  })
  .filter(({ decimal, group, lakhs }) => decimal !== group && (!lakhs || group === ','))

/** The amount as this hand writes it; undefined if its decimals do not fit. */
function write(minor: bigint, scale: number, { decimal, group, lakhs, decimals }: Hand): string | undefined {
  const digits = String(minor).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined
  const groups = lakhs ? /\B(?=(\d\d)*\d{3}$)/g : /\B(?=(\d{3})+$)/g
  const said = fraction.slice(0, decimals).padEnd(decimals, '0')
  return whole.replace(groups, group) + (said && decimal + said)
}

const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'HUF', 'VND', 'IQD')
/** Round amounts are those whose zeros can be taken for decimals. */
const minors = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 11n }),
  fc.tuple(fc.bigInt({ min: 1n, max: 9_999n }), fc.constantFrom(10n, 1_000n, 100_000n)).map(([a, b]) => a * b),
)

const csv = (texts: readonly string[], currency: string) =>
  ['Date;Amount;Currency;Text', ...texts.map((text) => `2026-11-20;${text};${currency};x`)].join('\n')
const mt940 = (text: string, currency: string) =>
  `:20:x\n:25:y\n:60F:C261120${currency}0,00\n:61:2611201120C${text}NTRFx\n:62F:C261120${currency}${text}\n`
const camt = (text: string, currency: string) =>
  `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="${currency}">${text}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
   <Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`

test('every amount, however it is written, is read as that amount or refused, in every format', () => {
  fc.assert(
    fc.property(fc.array(minors, { minLength: 1, maxLength: 4 }), currencies, hands, (amounts, currency, hand) => {
      const scale = scaleOf(currency, USD)
      const texts = amounts.flatMap((minor) => write(minor, scale, hand) ?? [])
      fc.pre(texts.length === amounts.length)
      expect([undefined, amounts]).toContainEqual(amountsIn(csv(texts, currency)))
      const [[text = ''], [amount = 0n]] = [texts, amounts]
      const files = { ',': mt940(text, currency), '.': camt(text, currency) }
      // These formats settle their mark, and of three decimals each may be one.
      for (const [mark, file] of Object.entries(files))
        if (scale < 3 || mark === hand.decimal) expect([undefined, [amount]]).toContainEqual(amountsIn(file))
    }),
    { numRuns: RUNS },
  )
})

test('what is clear is read: two decimals, whatever groups', () => {
  fc.assert(
    fc.property(fc.array(minors, { minLength: 1, maxLength: 4 }), hands, (amounts, hand) => {
      const texts = amounts.map((minor) => write(minor, 2, { ...hand, decimals: 2 }) ?? '')
      expect(amountsIn(csv(texts, 'USD'))).toEqual(amounts)
    }),
    { numRuns: RUNS },
  )
})

test.each(['1,000', '25,000', '1.500', '10.000'])('%s is never a small amount, whatever the format says', (text) => {
  for (const currency of ['USD', 'JPY', 'VND'])
    for (const file of [csv([text], currency), mt940(text, currency), camt(text, currency)])
      expect(amountsIn(file)).toBeUndefined()
})
