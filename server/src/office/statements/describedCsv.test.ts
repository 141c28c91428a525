import type { BankFile } from '../../../../contract/bankFiles'
import { readDescribedCsv } from './describedCsv'
import { previewStatement } from './previewStatement'
import { readStatement } from './readStatement'
import { namedDeposit } from './references'
import { UnreadableStatement } from './statementLine'

const USD = { code: 'USD', scale: 2 }
const REFERENCE = 'FD-01JD7Q4ZK8'

/** Chinese bank names and words as their code page writes them. */
const GBK: Record<string, number[]> = {
  日期: [0xc8, 0xd5, 0xc6, 0xda],
  金额: [0xbd, 0xf0, 0xb6, 0xee],
  币种: [0xb1, 0xd2, 0xd6, 0xd6],
  摘要: [0xd5, 0xaa, 0xd2, 0xaa],
  存款: [0xb4, 0xe6, 0xbf, 0xee],
}
const gbk = (text: string) =>
  Buffer.concat(
    text.split(/(日期|金额|币种|摘要|存款)/).map((part) => Buffer.from(GBK[part] ?? Buffer.from(part, 'latin1'))),
  )

const suggest = (file: string | Buffer, changes: Partial<BankFile> = {}) => ({
  ...previewStatement(Buffer.from(file), USD).file,
  ...changes,
})
const linesBy = (file: string | Buffer, description: BankFile) =>
  readDescribedCsv(Buffer.from(file), description, USD).lines
const short = (file: string | Buffer, changes: Partial<BankFile> = {}) =>
  linesBy(file, suggest(file, changes)).map(({ bookedOn, amount, currency }) => [bookedOn, amount, currency])

function faultOf(file: string, description: BankFile): string {
  try {
    linesBy(file, description)
    return 'was read'
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

describe('a suggestion reads what banks write', () => {
  test.each<[string, string | Buffer, [string, bigint, string][]]>([
    [
      'a two-digit year, a decimal comma and a name without its umlaut',
      `"Konto";"Buchungstag";"Verwendungszweck";"Betrag";"Waehrung"\n"1";"22.02.26";"${REFERENCE}";"1.234,50";"EUR"\n"1";"23.02.26";"x";"1,00";"EUR"`,
      [
        ['2026-02-22', 123_450n, 'EUR'],
        ['2026-02-23', 100n, 'EUR'],
      ],
    ],
    [
      'lines in front, money in and money out apart, a total at the end',
      'Account of:,HOUSE\nBalance,"6,000.00"\n\nTransaction date,Description,Withdrawals (SGD),Deposits (SGD)\n18/04/2026,fee,6.50,\n19/04/2026,in,,"1,200.00"\n,more of it,,\nTotal,,6.50,1200.00',
      [
        ['2026-04-18', -650n, 'SGD'],
        ['2026-04-19', 120_000n, 'SGD'],
      ],
    ],
    ['the code page of China', gbk('日期,摘要,金额,币种\n20260422,存款,10.00,CNY\n'), [['2026-04-22', 1_000n, 'CNY']]],
    [
      'UTF-16 with tabs',
      Buffer.from('\ufeff日期\t摘要\t金额\t币种\n2026年04月22日\t存款\t10.00\t人民币\n', 'utf16le'),
      [['2026-04-22', 1_000n, 'CNY']],
    ],
    [
      'a column that says in or out',
      'Date;Details;Amount;Currency;D/K\n2026-10-01;x;15.31;USD;D\n2026-10-02;y;20.00;USD;K\n',
      [
        ['2026-10-01', -1_531n, 'USD'],
        ['2026-10-02', 2_000n, 'USD'],
      ],
    ],
    [
      'payments that are not booked yet, signs of currencies, months in words',
      'Date Processed,Description,Amount,\nPending,a,£67.40,\n12-Dec-2026,b,"£1,183.23",\n',
      [['2026-12-12', 118_323n, 'GBP']],
    ],
    [
      'no names, the currency in front of the amount',
      '10 Feb 26,shop,CNY 20.59\n11 Feb 26,other,CNY13.50\n',
      [
        ['2026-02-10', 2_059n, 'CNY'],
        ['2026-02-11', 1_350n, 'CNY'],
      ],
    ],
    [
      'spreadsheet cells and times',
      '="日期"\t="金额"\t="摘要"\n="2026-04-22 10:00:00"\t="5.00"\t="x"\n',
      [['2026-04-22', 500n, 'USD']],
    ],
    [
      'marks behind the amounts, in and out',
      'Date,Details,Amount\n20/11/2026,x,12.50Dr\n21/11/2026,y,"1,013.50 CR"\n',
      [
        ['2026-11-20', -1_250n, 'USD'],
        ['2026-11-21', 101_350n, 'USD'],
      ],
    ],
    [
      'a card, which marks only what was paid in',
      'Date,Details,Amount\n20/11/2026,x,12.50\n21/11/2026,y,13.50 CR\n',
      [
        ['2026-11-20', -1_250n, 'USD'],
        ['2026-11-21', 1_350n, 'USD'],
      ],
    ],
    ...['Paid in,Withdrawn', 'Received,Spent', 'Money in,Went out', 'Came in,Money out', 'One,Other'].map(
      (names): [string, string, [string, bigint, string][]] => [
        `money in before money out: ${names}`,
        `Date,Text,${names},Balance\n20/11/2026,x,200.00,,300.00\n21/11/2026,y,,50.00,250.00\n`,
        [
          ['2026-11-20', 20_000n, 'USD'],
          ['2026-11-21', -5_000n, 'USD'],
        ],
      ],
    ),
    [
      'the newest entry first, with a running balance and no names',
      '21/11/2026,y,,50.00,250.00\n20/11/2026,x,200.00,,300.00\n',
      [
        ['2026-11-21', -5_000n, 'USD'],
        ['2026-11-20', 20_000n, 'USD'],
      ],
    ],
    [
      'Spanish names, and pesos without decimals',
      'Fecha;Descripción;Monto;Moneda\n20-11-2026;x;150.000;CLP\n21-11-2026;y;-10.500;CLP\n',
      [
        ['2026-11-20', 150_000n, 'CLP'],
        ['2026-11-21', -10_500n, 'CLP'],
      ],
    ],
    [
      'a column of marks with a correction in another form',
      `${['O', 'I', 'O', 'I', 'EUR'].map((mark) => `20.11.2026;x;1,50;${mark}`).join('\n')}\n`,
      [-150n, 150n, -150n, 150n].map((amount) => ['2026-11-20', amount, 'USD']),
    ],
    ['three decimals', 'Date,Text,Amount,Currency\n20/11/2026,x,1.500,KWD\n', [['2026-11-20', 1_500n, 'KWD']]],
    ['Arabic digits and marks', 'التاريخ,البيان,المبلغ\n٢٠٢٦-١١-٢٠,x,٢٠٠٫٥٠\n', [['2026-11-20', 20_050n, 'USD']]],
    [
      'a column of marks that is known by its cells',
      'Datum;Naam;Richting;Bedrag (EUR)\n20261120;x;Bij;1234,50\n20261121;y;Af;1,50\n',
      [
        ['2026-11-20', 123_450n, 'EUR'],
        ['2026-11-21', -150n, 'EUR'],
      ],
    ],
    [
      'names of both directions that hold the word for an amount, in Korean',
      '거래일시,적요,출금액,입금액,잔액\n2026.11.20 10:00:00,x,0,"1,234,000",9\n2026.11.21 10:00:00,y,"1,500",0,8\n',
      [
        ['2026-11-20', 123_400_000n, 'USD'],
        ['2026-11-21', -150_000n, 'USD'],
      ],
    ],
    [
      'the same in Japanese',
      '日付,摘要,お支払金額,お預り金額,残高\n2026/11/20,x,,"1,234.00",5000\n2026/11/21,y,500,,4500\n',
      [
        ['2026-11-20', 123_400n, 'USD'],
        ['2026-11-21', -50_000n, 'USD'],
      ],
    ],
    [
      'a Thai year of two digits, in digits of Thailand',
      'วันที่,รายการ,จำนวนเงิน\n๒๐/๑๑/๖๙,x,"๑,๒๓๔.๕๐"\n',
      [['2026-11-20', 123_450n, 'USD']],
    ],
    [
      'totals and remarks in a file with one entry',
      'Date,Details,Amount\n2026-11-20,x,5.00\nTotal,,5.00\nThis is no official statement.\n',
      [['2026-11-20', 500n, 'USD']],
    ],
    [
      'the same names again, for a second account',
      'Account;1\n\nDate;Text;Amount\n20.11.2026;x;5,00\n\nAccount;2\n\nDate;Text;Amount\n21.11.2026;y;6,00\n',
      [
        ['2026-11-20', 500n, 'USD'],
        ['2026-11-21', 600n, 'USD'],
      ],
    ],
    [
      'days and months of one digit, and ends of lines of two systems',
      '日期,摘要,金额,币种\r\n2026/1/5,x,10.00,CNY\n2026/11/20,y,11.00,CNY\r\n',
      [
        ['2026-01-05', 1_000n, 'CNY'],
        ['2026-11-20', 1_100n, 'CNY'],
      ],
    ],
    [
      'a column that says which payments are not booked',
      'Date,Details,Amount,State\n2026-11-20,x,5.00,COMPLETED\n2026-11-21,y,6.00,PENDING\n2026-11-22,z,7.00,REVERTED\n',
      [['2026-11-20', 500n, 'USD']],
    ],
    [
      'payments in another currency, and the own one in the name of the amount',
      'Booking Date,Payment Reference,Amount (EUR),Original Amount,Original Currency\n2026-11-20,x,5.00,,\n2026-11-21,y,-6.00,7.00,USD\n',
      [
        ['2026-11-20', 500n, 'EUR'],
        ['2026-11-21', -600n, 'EUR'],
      ],
    ],
    [
      'a sign of a currency in the name of the amount, and "Valuta" as a day',
      '"Buchungsdatum";"Valuta";"Zweck";"Betrag (€)"\n"20.11.26";"20.11.26";"x";"1.234,5"\n"21.11.26";"21.11.26";"y";"-5"\n',
      [
        ['2026-11-20', 123_450n, 'EUR'],
        ['2026-11-21', -500n, 'EUR'],
      ],
    ],
    [
      'balances among the entries',
      'Date,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"0.00"\n11/20/2026,x,"5.00","5.00"\n',
      [['2026-11-20', 500n, 'USD']],
    ],
    [
      'apostrophes of a spreadsheet, and marks in a column without a name',
      'Tanggal,Keterangan,Jumlah,,Saldo\n\'20/11/2026,x,"1,234.50",CR,9\n\'21/11/2026,y,5.00,DB,8\nSaldo Akhir,:,8\n',
      [
        ['2026-11-20', 123_450n, 'USD'],
        ['2026-11-21', -500n, 'USD'],
      ],
    ],
    [
      'the day on which a payment was completed, and those that were not',
      'Type,Started Date,Completed Date,Description,Amount,State\nA,2026-11-19,2026-11-20,x,5.00,COMPLETED\nA,2026-11-20,,y,6.00,PENDING\n',
      [['2026-11-20', 500n, 'USD']],
    ],
    ['a year of Taiwan', '日期,摘要,金額\n115/11/20,x,10.00\n', [['2026-11-20', 1_000n, 'USD']]],
    [
      'the short name of a currency',
      'Data;Descrição;Valor\n20/11/2026;x;R$ 1.234,50\n21/11/2026;y;-R$ 5,00\n',
      [
        ['2026-11-20', 123_450n, 'BRL'],
        ['2026-11-21', -500n, 'BRL'],
      ],
    ],
    [
      'the code page of Russia',
      Buffer.concat([
        Buffer.from([0xc4, 0xe0, 0xf2, 0xe0, 0x3b, 0xd2, 0xe5, 0xea, 0xf1, 0xf2, 0x3b, 0xd1, 0xf3, 0xec, 0xec, 0xe0]),
        Buffer.from('\n20.11.2026;x;10,00\n'),
      ]),
      [['2026-11-20', 1_000n, 'USD']],
    ],
    [
      'the code page of Japan',
      Buffer.concat([
        Buffer.from([0x93, 0xfa, 0x95, 0x74, 0x2c, 0x93, 0x45, 0x97, 0x76, 0x2c, 0x8b, 0xe0, 0x8a, 0x7a]),
        Buffer.from('\n2026/11/20,x,1234\n'),
      ]),
      [['2026-11-20', 123_400n, 'USD']],
    ],
  ])('%s', (_, file, lines) => {
    expect(short(file)).toEqual(lines)
  })
})

describe('by a description', () => {
  const file = `Tag;Text;Betrag;Art;Zahler\n03/04/2026;${REFERENCE};5,00;H;DOE\n`
  const plain = () => suggest(file, { fixedCurrency: 'EUR', payer: 4, texts: [1, 3] })

  test('days are read in its order and by its calendar', () => {
    const dayIn = (day: string, changes: Partial<BankFile>) =>
      linesBy(file.replace('03/04/2026', day), { ...plain(), date: 0, ...changes })[0]?.bookedOn
    expect(dayIn('03/04/2026', { dateOrder: 'mdy' })).toBe('2026-03-04')
    expect(dayIn('03/04/2026', { dateOrder: 'dmy' })).toBe('2026-04-03')
    expect(dayIn('03/04/69', { dateOrder: 'dmy', era: 'buddhist' })).toBe('2026-04-03')
    expect(dayIn('03/04/2569', { dateOrder: 'dmy' })).toBe('2026-04-03')
    expect(dayIn('115/04/03', { dateOrder: 'ymd', era: 'minguo' })).toBe('2026-04-03')
    expect(dayIn('Dec 3, 2026', { dateOrder: 'mdy' })).toBe('2026-12-03')
    for (const day of [
      '3 декабря 2026 г.',
      '3. prosince 2026',
      '3 de diciembre de 2026',
      '03DEC26',
      '3 ธ.ค. 2569',
      '3.12.26',
    ])
      expect([day, dayIn(day, { dateOrder: 'dmy' })]).toEqual([day, '2026-12-03'])
    for (const day of ['3.1226', '031226', '3 12 6', '3 Dec'])
      expect([day, faultOf(file.replace('03/04/2026', day), { ...plain(), dateOrder: 'dmy' })]).toEqual([
        day,
        'line 2: date',
      ])
  })

  test('all its texts are searched, the next lines of a text as well, and the payer is shown', () => {
    const cut = 'Date,Text,Amount,More\n2026-11-20,one,5.00,two\n,and FD-01JD7Q4ZK8,,\n'
    const [line] = linesBy(cut, suggest(cut))
    expect(namedDeposit(line?.searched ?? [])).toEqual({ named: 'exact', reference: REFERENCE })
    expect(linesBy(file, plain())[0]?.text).toBe(`${REFERENCE} H DOE`)
  })

  test('a reference that the bank has cut into two columns or two lines is exact', () => {
    for (const rest of ['20.11.2026;FD-01JD7;Q4ZK8;5,00\n', '20.11.2026;of;FD-01JD7;5,00\n;Q4ZK8;;\n']) {
      const text = `Tag;Zweck 1;Zweck 2;Betrag\n${rest}`
      const [line] = linesBy(text, { ...suggest(text), texts: [1, 2] })
      expect(namedDeposit(line?.searched ?? [])).toEqual({ named: 'exact', reference: REFERENCE })
    }
  })

  test('its decimal mark is never guessed away', () => {
    const amountIn = (amount: string, decimal: '.' | ',') => {
      const text = file.replace('5,00', amount)
      return faultOf(text, { ...plain(), decimal }) === 'was read'
        ? linesBy(text, { ...plain(), decimal })[0]?.amount
        : undefined
    }
    expect(amountIn('1,000', '.')).toBe(100_000n)
    expect(amountIn('1,000', ',')).toBeUndefined()
    expect(amountIn('1.000', ',')).toBe(100_000n)
    expect(amountIn('1.234,50', '.')).toBeUndefined()
    expect(amountIn('EUR 1.234,50', ',')).toBe(123_450n)
    expect(amountIn('8,00 (paid at 9.00 o’clock)', ',')).toBe(800n)
  })

  test('what it does not cover is refused with its line', () => {
    const marked = { ...plain(), mark: 3, marksIn: ['H'], marksOut: ['S'] }
    expect(faultOf(file, marked)).toBe('was read')
    expect(faultOf(file.replace(';H;', ';X;'), marked)).toBe('line 2: amount')
    expect(faultOf(file.replace('5,00', '-5,00'), marked)).toBe('line 2: amount')
    expect(faultOf(file.replace('5,00', 'USD 5,00'), plain())).toBe('line 2: currency')
    expect(faultOf(file.replace('03/04/2026', 'Montag'), plain())).toBe('line 2: date')
    expect(faultOf(file.replace('5,00', '-'), plain())).toBe('line 2: amount')
    expect(faultOf(file.replace('DOE', 'DOE;5,00'), plain())).toBe('line 2: columns_differ')
    expect(faultOf(file.replace('Betrag', 'Betrag in EUR'), plain())).toBe('line 1: header_missing')
    expect(faultOf(file, { ...plain(), footer: 1 })).toBe('line 1: empty')
    expect(faultOf(file.replace('5,00', '£5,00'), plain())).toBe('line 2: currency')
    expect(faultOf(file.replace('5,00', '-5,00 CR'), plain())).toBe('line 2: amount')
    // One of two amounts says that it came in: the other may have gone out.
    expect(faultOf(`${file.replace('5,00', '5,00 CR')}03/04/2026;x;6,00;H;DOE\n`, { ...plain(), mark: null })).toBe(
      'line 3: amount',
    )
    expect(faultOf(file.replace('2026', '69'), plain())).toBe('line 2: date')
    expect(faultOf(file, { ...plain(), encoding: 'utf-16be' })).not.toBe('was read')
  })

  test('both amounts in one line contradict each other', () => {
    const apart = 'Date,Text,Debit,Credit\n2026-11-20,x,5.00,6.00\n'
    expect(faultOf(apart, suggest(apart))).toBe('line 2: amount')
  })
})

describe('a file finds its description', () => {
  const file = 'Tag;Text;Betrag\n03.04.2026;x;5,00\n'
  const named = (name: string, changes: Partial<BankFile> = {}) => ({ name, file: suggest(file, changes) })
  const read = (files: ReturnType<typeof named>[], wanted?: string) =>
    readStatement(Buffer.from(file), USD, { files, wanted })

  test('by the names of its columns, or by the choice of the staff', () => {
    expect(read([named('Bank A')])).toMatchObject({ describedBy: 'Bank A', format: 'csv' })
    expect(() => read([named('Bank B', { header: ['Day', 'Text', 'Sum'] })])).toThrow('column_missing')
    expect(() => read([named('Bank A'), named('Bank B')])).toThrow('several_descriptions')
    expect(read([named('Bank A'), named('Bank B')], 'Bank B')).toMatchObject({ describedBy: 'Bank B' })
    expect(read([named('Bank C', { header: null, skip: 1 })], 'Bank C').lines).toHaveLength(1)
    expect(() => read([named('Bank C', { header: null, skip: 1 })])).toThrow('column_missing')
  })

  test('without one, nothing is read that another column may turn around, or say is not booked', () => {
    const text = (...marks: readonly string[]) =>
      `Date,Text,Amount,Kind,Currency\n${marks.map((mark) => `2026-11-20,x,5.00,${mark},USD\n`).join('')}`
    const amounts = (file: string) => readStatement(Buffer.from(file), USD).lines.map(({ amount }) => amount)
    expect(amounts(text('transfer', 'fee'))).toEqual([500n, 500n])
    for (const file of [text('CR', 'DR'), text('H', 'S'), text('', 'Pending')])
      expect(() => amounts(file)).toThrow('amount')
  })

  test('every text column of a file without one is searched', () => {
    const text = `Date,Reference,Description,Amount,Currency\n2026-11-20,17,${REFERENCE},5.00,USD\n`
    expect(namedDeposit(readStatement(Buffer.from(text), USD).lines[0]?.searched ?? [])).toMatchObject({
      named: 'exact',
    })
  })
})
