import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStatement } from './readStatement'
import { namedDeposit } from './references'
import { UnreadableStatement } from './statementLine'

const USD = { code: 'USD', scale: 2 }
const sample = (name: string) => readFileSync(join(__dirname, '../../../test/statements', name), 'utf8')
const read = (text: string) => readStatement(Buffer.from(text), USD)
const HEAD = 'Date,Amount,Currency,Text\n'
/** A payment whose text is where the star is. */
const DECLARED = `<?xml version="1.0" encoding="windows-1251"?><Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="USD">5.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><RmtInf>
  <Ustrd>*</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
/** Where a file is unreadable, and why. */
function faultOf(text: string | Buffer): string {
  try {
    readStatement(Buffer.from(text), USD)
    return 'was read'
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    return error.message
  }
}
const short = (text: string) => read(text).lines.map((line) => [line.bookedOn, line.amount, line.currency])

describe('a file of each format', () => {
  test('is read into whole minor units, outgoing money below zero', () => {
    const booked = [
      ['2026-11-20', 25_000n, 'USD'],
      ['2026-11-20', 100_000n, 'USD'],
    ]
    expect(short(sample('day.xml'))).toEqual([...booked, ['2026-11-21', -4_000n, 'USD']])
    expect(short(sample('day.sta'))).toEqual([...booked, ['2026-11-20', -4_000n, 'USD']])
    expect(short(sample('overview.csv')).slice(0, 2)).toEqual(booked)
    expect(read(sample('day.sta')).ownAccount).toBe('US64TEST00112233445566')
    expect(read(sample('day.xml')).ownAccount).toBe('00112233445566')
  })

  test('entities of an XML file stay as they are written, and one that declares some is refused', () => {
    expect(read(sample('day.xml')).lines[1]?.text).toContain('Doe & Co &undefined; Ltd')
    const bomb = sample('day.xml').replace('<Document', '<!DOCTYPE d [<!ENTITY a "b">]><Document')
    expect(faultOf(bomb)).toBe('line 2: doctype')
  })

  test('a batch whose payments do not add up is one line, which names whom it names', () => {
    const [line, ...rest] = read(sample('day.xml').replace('>250.00<', '>249.00<')).lines
    expect(rest).toHaveLength(1)
    expect(line).toMatchObject({ amount: 125_000n })
    expect(line?.searched.join()).toContain('deposit {A}')
  })

  test('the clear amounts of a file say what its marks mean', () => {
    const amounts = (...texts: string[]) =>
      read(HEAD + texts.map((text) => `2026-11-20,"${text}",USD,x`).join('\n')).lines.map(({ amount }) => amount)
    expect(amounts('1,000', '2.50')).toEqual([100_000n, 250n])
    expect(amounts('1,000', '1,000,000')).toEqual([100_000n, 100_000_000n])
    expect(amounts('-1.000', '1.234,50')).toEqual([-100_000n, 123_450n])
  })

  test('a currency has the decimals of ISO 4217, and a Thai year is one of the common calendar', () => {
    const [line] = read(`${HEAD}20.11.2569,12.34,HUF,x`).lines
    expect(line).toMatchObject({ bookedOn: '2026-11-20', amount: 1_234n })
    const minors = (text: string, codes: string) =>
      codes.split(' ').map((code) => read(`${HEAD}2026-11-20,${text},${code},x`).lines[0]?.amount)
    expect(minors('12.34', 'IDR PKR MMK LAK ALL COP')).toEqual(Array(6).fill(1_234n))
    expect(minors('12.3', 'IQD KWD')).toEqual([12_300n, 12_300n])
    expect(minors('12', 'JPY KRW VND')).toEqual([12n, 12n, 12n])
  })

  test('UTF-16 is read, with or without its mark', () => {
    const text = `${HEAD}2026-11-20,5.00,USD,银行`
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big, Buffer.from(`\ufeff${text}`, 'utf16le')])
      expect(readStatement(bytes, USD).lines[0]?.text).toBe('银行')
  })

  test('letters of an XML file are those of the encoding that it declares', () => {
    const [before, after] = DECLARED.split('*')
    const file = Buffer.concat([
      Buffer.from(before ?? ''),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      Buffer.from(after ?? ''),
    ])
    expect(readStatement(file, USD).lines[0]?.text).toBe('Привет')
  })

  test('camt.052 and camt.054 are read like camt.053', () => {
    const as = (message: string, part: string) =>
      sample('day.xml')
        .replaceAll('BkToCstmrStmt', message)
        .replace('<Stmt>', `<${part}>`)
        .replace('</Stmt>', `</${part}>`)
    const told = [as('BkToCstmrAcctRpt', 'Rpt'), as('BkToCstmrDbtCdtNtfctn', 'Ntfctn')].map(read)
    expect(told.map(({ format }) => format)).toEqual(['camt052', 'camt054'])
    for (const { lines } of told) expect(lines).toEqual(read(sample('day.xml')).lines)
  })

  test('an envelope, characters by number, a notice without a booking day and more texts of a payment are read', () => {
    const [entry] = sample('day.xml').match(/<Ntry>.*?<\/Ntry>/s) ?? ['']
    const day = sample('day.xml')
      .replaceAll(/<Bal>.*?<\/Bal>/gs, '')
      .replaceAll(/<Ntry>.*<\/Ntry>/gs, entry)
    const whole = read(day).lines
    expect(whole.length).toBeGreaterThan(0)
    const wrapped = day
      .replace('<Document', '<n:Envelope><n:Body><Document')
      .replace('</Document>', '</Document></n:Body></n:Envelope>')
    expect(read(wrapped).lines).toEqual(whole)
    expect(read(day.replaceAll('BookgDt>', 'ValDt>')).lines).toEqual(whole)
    const said = day.replaceAll(
      /<Ustrd>.*?<\/Ustrd>/gs,
      '<Strd><AddtlRmtInf>M&#252;ller &#xD800;FD-01JD7Q4ZK8</AddtlRmtInf></Strd>',
    )
    expect(read(said).lines[0]?.text).toContain('Müller')
    expect(namedDeposit(read(said.replaceAll('&#xD800;', '')).lines[0]?.searched ?? [])).toMatchObject({
      named: 'exact',
    })
  })

  test('a line that names the delimiter, times, other digits and invisible characters are no obstacle', () => {
    const texts = [
      '2026-11-20T10:00:00Z',
      '2026-11-20 09:15',
      '２０２６－１１－２０',
      '\u200f٢٠٢٦-١١-٢٠',
      '2026年11月20日',
      '20.11.2569',
    ]
    const file = `sep=;\r\nDatum;Betrag;W\u00e4hrung;"Text; Zweck";Text\r\n${texts.map((text) => `${text};1’234,50;USD;x;y`).join('\r\n')}`
    expect(short(file)).toEqual(texts.map(() => ['2026-11-20', 123_450n, 'USD']))
    expect(faultOf(`${file}\r\nnever;1,00;USD;x;y`)).toBe('line 9: date')
  })

  test('the code page of older bank software is read', () => {
    const bytes = Buffer.from(`${HEAD}2026-11-20,5.00,USD,M\u00fcller`, 'latin1')
    expect(readStatement(bytes, USD).lines[0]?.text).toBe('Müller')
  })

  test('an entry of the new year that was valued in the old one is booked in the new one', () => {
    const turn = (from: string, to: string) =>
      read(`:20:x\n:25:y\n:60F:C261231USD0,\n:61:${from}${to}C5,00NTRFx\n:62F:C261231USD5,\n`).lines[0]?.bookedOn
    expect(turn('261231', '0102')).toBe('2027-01-02')
    expect(turn('270102', '1231')).toBe('2026-12-31')
  })
})

test.each([
  ['1234', 123_400n],
  ['1234.5', 123_450n],
  ['1.234,50', 123_450n],
  ["1'234.50", 123_450n],
  ['1 234,50', 123_450n],
  ['+5', 500n],
  ['1,000,000', 100_000_000n],
  ['1.500.000', 150_000_000n],
  ['1,00,000.00', 10_000_000n],
  ['(5.00)', -500n],
  ['5.00-', -500n],
  ['5.0000', 500n],
])('the amount %s is read as %s', (text, minor) => {
  expect(read(`Date;Amount;Currency;Text\n2026-11-20;${text};USD;x`).lines[0]?.amount).toBe(minor)
})

test.each([
  ['line 1: empty', ' \n'],
  ['line 1: encoding', Buffer.from([0xff, 0xfe, 0x44])],
  ['line 1: column_missing', Buffer.from([0x44, 0, 0, 0])],
  ['line 1: column_missing', 'Date,Amount,Text\n2026-11-20,5,x'],
  ['line 3: columns_differ', `${HEAD}2026-11-20,5,USD,x\n2026-11-20,5,USD`],
  ['line 2: quotes', `${HEAD}2026-11-20,5,USD,"x" y`],
  ['line 3: date', `${HEAD}2026-11-20,5,USD,x\n11/20/2026,5,USD,x`],
  ['line 2: date', `${HEAD}2026-02-30,5,USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,1.234,USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,"1,000",USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,10.000,USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,"150.000",VND,x`],
  ['line 2: amount', `${HEAD}2026-11-20,1.000,USD,x\n2026-11-20,1.50,USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,"1,000",USD,x\n2026-11-20,"1,000,000",USD,x\n2026-11-20,"2,50",USD,x`],
  ['line 2: date', `${HEAD}2026-13-20,5,USD,x`],
  ['line 2: date', `${HEAD}2126-11-20,5,USD,x`],
  ['line 6: date', sample('day.sta').replace(':61:2611201120C250', ':61:6911201120C250')],
  ['line 2: amount', `${HEAD}2026-11-20,five,USD,x`],
  ['line 2: amount', `${HEAD}2026-11-20,"12,34.00",USD,x`],
  ['line 2: currency', `${HEAD}2026-11-20,5,$,x`],
  ['line 5002: too_many_lines', `${HEAD}${'2026-11-20,5,USD,x\n'.repeat(5_002)}`],
  ['line 5: balance', sample('day.sta').replace('10000,00', '10000.00')],
  ['line 6: structure', sample('day.sta').replace('C250,', 'X250,')],
  ['line 6: date', sample('day.sta').replace(':61:2611201120C250', ':61:2611201131C250')],
  ['line 13: balance', sample('day.sta').replace('USD11210', 'USD11211')],
  ['line 14: cut_off', sample('day.sta').replace(/:62F:.*\n/, '')],
  ['line 12: xml', sample('day.xml').replace('</BookgDt>', '</Bookg>')],
  ['line 1: format_unknown', '<html></html>'],
  ['line 1: format_unknown', 'OFXHEADER:100\nDATA:OFXSGML\n<OFX>'],
  ['line 1: format_unknown', '!Type:Bank\nD11/20/2026\nT200.00\n^\n'],
  ['line 1: format_unknown', '01,122099999,123456789,261120,0200,1,65,,2/\n02,031001234,122099999,1,261120,,,2/\n'],
  ['line 1: xml', `<?xml version="1.0"?>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`],
  ['line 1: xml', '<?xml version="1.0"?><Document><__proto__>x</__proto__></Document>'],
  ['entry 1: amount', sample('day.xml').replace('>1250.00<', '>1,250.00<')],
  ['entry 2: date', sample('day.xml').replace('2026-11-21T09:00:00Z', 'yesterday')],
  ['entry 1: structure', sample('day.xml').replace('1250.00</Amt><CdtDbtInd>CRDT', '1250.00</Amt><CdtDbtInd>BOTH')],
  ['entry 3: balance', sample('day.xml').replace('>11210.00<', '>11210.01<')],
])('a file that cannot be read says where and what: %s', (said, file) => {
  expect(faultOf(file)).toBe(said)
})

test.each([
  ['exact', 'FD-01JD7Q4ZK8', ['to you fd-01jd7q4zk8.']],
  ['exact', 'FD-01JD7Q4ZK8', ['deposit FD-01JD7 Q4ZK8', 'depositFD-01JD7Q4ZK8 FD-01JD7Q4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['deposit FD-01JD7\r\n  Q4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['f\u2028D-01JD7Q4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['ＦＤ－０１ＪＤ７Ｑ４ＺＫ８']],
  ['exact', 'FD-01JD7Q4ZK8', ['FD\u201301JD7\u200bQ4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['RF29FD01JD7Q4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['ref RF29 FD01 JD7Q 4ZK8 thanks', 'FD-01JD7Q4ZK8']],
  ['exact', 'FD-01JD7Q4ZK8', ['RF29FD01JD7\nQ4ZK8']],
  ['inexact', 'FD-01JD7Q4ZK8', ['RF11 FD01 JD7Q 4ZK8']],
  ['none', null, ['RF11FD01JD7Q4ZK8']],
  ['inexact', 'FD-01JD7Q4ZK8', ['FD 01JD7Q4ZK8']],
  ['inexact', 'FD-01JD7Q4ZK8', ['FD-01JD7 Q4ZK8']],
  ['several', null, ['FD-01JD7Q4ZK8 FD-01JD7Q4ZK9']],
  ['none', null, ['FD-01JD7Q4ZK8X']],
  ['none', null, ['XFD-01JD7Q4ZK8']],
  ['none', null, ['FD-01JD7Q4ZKI']],
])('what names a deposit: %s %s', (named, reference, texts) => {
  expect(namedDeposit(texts)).toEqual({ named, reference })
})
