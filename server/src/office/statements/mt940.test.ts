import { readStatement } from './readStatement'
import { namedDeposit } from './references'
import { UnreadableStatement } from './statementLine'

const USD = { code: 'USD', scale: 2 }
const REFERENCE = 'FD-01JD7Q4ZK8'
const HEAD = ':20:ST1\n:25:US1/2\n:28C:1/1\n'
const OPEN = ':60F:C261119USD100,00\n'
const ENTRY = ':61:2611201120C250,NTRFNONREF\n'
const END = ':62F:C261120USD350,00\n'
const read = (text: string) => readStatement(Buffer.from(text), USD).lines
const whole = (said: string) => `${HEAD}${OPEN}${ENTRY}${said}\n${END}-\n`
const namedBy = (said: string) => namedDeposit(read(whole(said))[0]?.searched ?? [])
const EXACT = { named: 'exact', reference: REFERENCE }

describe('what banks and networks put around a statement is skipped', () => {
  test.each([
    ['names and kinds of messages', (text: string) => `BANKNL2A\n940\nBANKNL2A\n${text}`],
    ['a tag of the kind', (text: string) => `:940:\n${text}`],
    ['a control character', (text: string) => `\u0001${text}\u0003`],
    ['blocks', (text: string) => `{1:F01X}{2:I940XN}{3:{108:X}}{4:\n${text.trimEnd()}}{5:{CHK:1}}\n`],
    ['blocks in the line of the first field', (text: string) => `{1:F01X}{2:O940}{4:${text}`],
    ['an end with a name', (text: string) => text.replace(/-\n$/, '-XXX\n')],
  ])('%s', (_, wrap) => {
    const text = wrap(whole(`:86:${REFERENCE}`))
    expect(read(text)).toHaveLength(1)
    expect(read(text + text)).toHaveLength(2)
  })
})

test.each([
  ['a tag of no standard behind the balance', OPEN, `${OPEN}:NS:22X\n:12:y\n`],
  ['16 digits', OPEN, ':60F:C261119USD0000000000000100,00\n'],
  ['blanks in the type', 'NTRF', 'S   '],
  ['blanks for the booking day', '1120C', '    C'],
  ['a blank before the amount', 'C250,', 'C 250,'],
  ['an amount without its comma', 'C250,', 'C250'],
])('%s', (_, from, to) => {
  expect(read(whole(':86:x').replace(from, to))).toMatchObject([{ bookedOn: '2026-11-20', amount: 25_000n }])
})

describe('the reference is found', () => {
  test.each([
    ['after a line that looks like a tag', `:86:PAYMENT\n:12:30 ${REFERENCE}`],
    ['in a line that looks like another field', `:86:PAYMENT\n:20:15 ${REFERENCE}`],
    ['in a line that looks like an entry', `:86:PAYMENT\n:61:x ${REFERENCE}`],
    ['after a line that begins with a hyphen', `:86:PAYMENT\n-\n- ${REFERENCE}`],
    ['in a field for each line', `:86:PAYMENT\n:86:${REFERENCE}`],
    ['in a field of the bank', `:86:PAYMENT\n:NS:01${REFERENCE}`],
    ['cut at 27 characters, before a keyword', ':86:166?00X?20SVWZ+EINZAHLUNG FD-01JD7Q4?21ZK8?22BIC:BANKDEFF'],
    ['with a keyword joined on', ':86:166?00X?20SVWZ+EINZAHLUNG FD-01JD7Q4?21ZK8ABWA+JANE DOE'],
    ['cut at the end of a line', ':86:SVWZ+EINZAHLUNG FD-01JD7Q4\nZK8EREF+NOTPROVIDED'],
    ...[...'?<~^>'].map((mark) => [
      `in subfields that begin with ${mark}`,
      `:86:020${mark}00X${mark}20DEPOSIT FD-01J\n${mark}21D7Q4ZK8${mark}32DOE`,
    ]),
  ])('%s', (_, said) => {
    expect(namedBy(said)).toEqual(EXACT)
  })

  test('only where it ends: letters that follow in one line make another word', () => {
    expect(namedBy(`:86:${REFERENCE}X`)).toEqual({ named: 'none', reference: null })
  })
})

test('the balances are checked as strictly as ever', () => {
  const faultOf = (text: string) => {
    try {
      read(text)
      return 'was read'
    } catch (error) {
      if (error instanceof UnreadableStatement) return error.message
      throw error
    }
  }
  expect(faultOf(whole(':86:x').replace('350,00', '350,01'))).toBe('line 7: balance')
  expect(faultOf(`${HEAD}:34F:USD0,\n${ENTRY}:90C:1USD250,00\n`)).toBe('line 1: format_unknown')
  // The entry is one of the payer's lines if its amount cannot be read, and the sum shows that it is missing.
  expect(faultOf(whole(`:86:x\n:61:2611201120X5,NTRF`))).toBe('line 7: structure')
  expect(faultOf(HEAD + OPEN + ENTRY + HEAD + OPEN + ENTRY + END)).toBe('line 9: cut_off')
  expect(faultOf(HEAD + OPEN + ENTRY)).toMatch('cut_off')
})
