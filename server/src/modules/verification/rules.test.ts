import { tidyDocument } from '../../../../contract/identityDocument'
import { type Answers, findProblem, maskName } from './rules'

const chinese: Answers = { name: '王小明', nationality: 'CN', idNumber: '11010519491231002X' }
const german: Answers = { name: "Anna-Lena O'Müller", nationality: 'DE', idNumber: 'L01X00T47' }
const problemOf = (answers: Partial<Answers>, base = chinese) =>
  findProblem(tidyDocument({ ...base, ...answers }), ['KP'])
const numberOf = (idNumber: string) => tidyDocument({ ...german, idNumber }).idNumber

test.each<Partial<Answers>>([
  {},
  { name: '王明' },
  { name: '欧阳娜娜儿' },
  { name: '𠮷野' },
  { name: ' 王小明 ' },
  { idNumber: '110105491231002' },
  { idNumber: '440524188001010014' },
  { idNumber: '11010519491231002x' },
  { idNumber: '110105 19491231–002Ｘ' },
  { idNumber: '１１０１０５４９１２３１００２' },
  { idNumber: '110105\u200b19491231002X\ufeff' },
])('China: %j', (answers) => expect(problemOf(answers)).toBeUndefined())

test.each<[string, Partial<Answers>]>([
  ['name_invalid', { name: '王' }],
  ['name_invalid', { name: '王小明王小明' }],
  ['name_invalid', { name: 'Wang Xiaoming' }],
  ['name_invalid', { name: '王 明' }],
  ['id_number_invalid', { idNumber: '110105194912310021' }],
  ['id_number_invalid', { idNumber: '11010519491231002' }],
  ['id_number_invalid', { idNumber: '1101054912310021' }],
  ['id_number_invalid', { idNumber: '11010519491231X021' }],
  ['nationality_invalid', { nationality: 'XX' }],
  ['country_blocked', { nationality: 'KP' }],
])('China: %s for %j', (code, answers) => expect(problemOf(answers)).toBe(code))

test('one wrong digit anywhere is found by the check character', () => {
  const id = '11010519491231002X'
  for (let index = 0; index < 17; index++) {
    const digit = (Number(id[index]) + 1) % 10
    expect(problemOf({ idNumber: `${id.slice(0, index)}${digit}${id.slice(index + 1)}` })).toBe('id_number_invalid')
  }
})

test.each<Partial<Answers>>([
  {},
  { name: 'Nguyễn Văn A' },
  { name: 'สมชาย ใจดี', nationality: 'TH' },
  { name: '田中 太郎', nationality: 'JP' },
  { name: 'J. R. R. Tolkien', nationality: 'GB' },
  { name: 'Li', nationality: 'HK' },
  { name: `A${'b'.repeat(59)}` },
  { idNumber: 'AB12' },
  { idNumber: `${'x'.repeat(29)}1` },
])('elsewhere: %j', (answers) => expect(problemOf(answers, german)).toBeUndefined())

test.each<[string, Partial<Answers>]>([
  ['name_invalid', { name: 'A' }],
  ['name_invalid', { name: 'A.' }],
  ['name_invalid', { name: '-Anna' }],
  ['name_invalid', { name: 'Anna1' }],
  ['name_invalid', { name: 'Anna<b>' }],
  ['name_invalid', { name: '@Anna' }],
  ['name_invalid', { name: 'Anna;' }],
  ['name_invalid', { name: `A${'b'.repeat(60)}` }],
  ['id_number_invalid', { idNumber: 'AB1' }],
  ['id_number_invalid', { idNumber: 'A-B-1' }],
  ['id_number_invalid', { idNumber: `${'x'.repeat(30)}1` }],
  ['id_number_invalid', { idNumber: 'AB<12>34' }],
  ['id_number_invalid', { idNumber: 'АБВГ' }],
])('elsewhere: %s for %j', (code, answers) => expect(problemOf(answers, german)).toBe(code))

test('the mask of a name shows its first character whole, however it is coded', () => {
  expect(maskName('𠮷野')).toBe('𠮷*')
})

test.each([
  ['MY', 'Muthusamy A/L Raman'],
  ['MY', 'Letchumi a/p Krishnan'],
  ['SG', 'Rajan s/o Kumar'],
  ['SG', 'Devi D/O Pillai'],
  ['MY', 'Tan Ah Kow @ David'],
  ['SG', 'TAN AH KOW (CHEN YAGE)'],
  ['NL', "'t Hart"],
  ['NL', '’s-Gravesande'],
  ['ES', 'Pal·la Vidal i Puig'],
  ['FR', 'Jean\u2010Luc'],
  ['FR', 'Jean\u2011Luc N’Guyen'],
  ['US', 'Smith Jr., John III'],
  ['US', 'Martin Luther King, Jr.'],
  ['IE', 'Seán Ó Súilleabháin'],
  ['IN', 'अनिल कुमार शर्मा'],
  ['EG', 'عبد الرحمن محمّد'],
  ['IL', 'ז׳בוטינסקי זאב'],
  ['MM', 'အောင်ဆန်းစုကြည်'],
  ['NL', '`t Hart'],
  ['NL', '\u2032t Hart'],
  ['SE', 'Anna S:t Clair'],
  ['US', 'John Smith 3rd'],
  ['US', 'Smith 2ND, John'],
  ['CA', 'Jean «Johnny» Roy'],
  ['ES', 'Pal\u22c5la M.ª José'],
  ['AM', 'Նարեկ Տեր՛Պետրոսյան'],
  ['ET', 'አበበ፡ቢቂላ'],
  ['BT', 'བསྟན་འཛིན།'],
  ['KE', "Ng'ang'a Wa Thiong’o"],
  ['KR', 'O Se-hun'],
  ['GR', `${'A'.repeat(30)} ${'B'.repeat(30)}`],
  ['JP', 'マリア・ガルシア'],
  ['JP', 'マリア＝ガルシア'],
  ['US', 'John “Jack” Smith'],
  ['IT', 'D´Angelo'],
  ['JP', 'ﾏﾘｱ･ｶﾞﾙｼｱ'],
  ['UA', 'Дар’я Мар\u2019яненко-Кобилянська'],
  ['GE', 'გიორგი'],
  ['ET', 'አበበ ቢቂላ'],
  ['US', 'Kalani Kaʻaihue'],
  ['VN', 'Nguyễn\u00a0Thị\u200b Hoa'],
  ['LK', 'Warnakulasuriya Patabendige Ushantha Joseph Chaminda Vaas'],
])('%s: %s is a name as documents show it', (nationality, name) =>
  expect(problemOf({ name, nationality }, german)).toBeUndefined(),
)

// As printed, and as kept.
test.each([
  ['KR', '900101-1234567', '9001011234567'],
  ['TH', '1-2345-67890-12-1', '1234567890121'],
  ['TH', '๑-๒๓๔๕-๖๗๘๙๐-๑๒-๑', '1234567890121'],
  ['HK', 'A123456(7)', 'A1234567'],
  ['HK', 'A123456［7］', 'A1234567'],
  ['MO', '1234567(8)', '12345678'],
  ['TW', 'a123456789', 'A123456789'],
  ['MY', '900101-14-5678', '900101145678'],
  ['BR', '123.456.789-09', '12345678909'],
  ['CL', '12.345.678-k', '12345678K'],
  ['IN', '2345 6789 0123', '234567890123'],
  ['JP', '1234 5678 9012', '123456789012'],
  ['PK', '12345-1234567-1', '1234512345671'],
  ['SE', '640823-3234', '6408233234'],
  ['SE', '19640823+3234', '196408233234'],
  ['DE', 'L01X 00T47', 'L01X00T47'],
  ['ZA', '800101 5009 087', '8001015009087'],
  ['AE', '784-1990-1234567-1', '784199012345671'],
  ['ID', '3171.2345.6789.0123', '3171234567890123'],
  ['MM', '12/MAKANA(N)123456', '12MAKANAN123456'],
  ['MM', '၁၂/မကန(နိုင်)၁၂၃၄၅၆', '12မကနနိုင်123456'],
  ['UA', 'АБ 123456', 'АБ123456'],
  ['RU', '45 06 № 123456', '4506123456'],
  ['EG', '٢٩٠٠١٠١١٢٣٤٥٦٧', '29001011234567'],
  ['IR', '۰۰۱۲۳۴۵۶۷۸', '0012345678'],
  ['GR', 'ΑΒ–123456', 'ΑΒ123456'],
  ['CH', '756.1234.5678.97', '7561234567897'],
  ['DK', '010190-1234', '0101901234'],
  ['ES', 'X-1234567-L', 'X1234567L'],
  ['FR', '1 85 05 78 006 084 (36)', '185057800608436'],
  ['VE', 'V-12.345.678', 'V12345678'],
  ['NP', '२७-०१-७०-१२३४५', '27017012345'],
  ['BD', '২৬৯ ১২৩ ৪৫৬৭', '2691234567'],
  ['CZ', '123456/7890', '1234567890'],
  ['PH', '1234-5678\u20119012-3456', '1234567890123456'],
  ['VN', '079 123 456 789', '079123456789'],
  ['DE', 'L01X00T47<<<', 'L01X00T47'],
  ['HK', 'A123456{7}', 'A1234567'],
  ['MX', 'GARC*800101;HDFRRN|09', 'GARC800101HDFRRN09'],
])('%s: %s is taken, and kept as %s', (nationality, idNumber, kept) => {
  expect(problemOf({ nationality, idNumber }, german)).toBeUndefined()
  expect(numberOf(idNumber)).toBe(kept)
  expect(numberOf(kept)).toBe(kept)
})

test.each(['古丽米热·艾比布力', '迪丽热巴\u2022迪力木拉提', '阿卜杜热合曼江', 'Alexander 王'])(
  'China: %s is another form of name, which the reviewer compares with the photo',
  (name) => expect(findProblem(tidyDocument({ ...chinese, name, otherName: true }), [])).toBeUndefined(),
)

test('China: another form of name is still a name, and the number keeps its rule', () => {
  const otherName = { ...chinese, otherName: true }
  expect(findProblem(tidyDocument({ ...otherName, name: '古' }), [])).toBe('name_invalid')
  expect(findProblem(tidyDocument({ ...otherName, name: '12' }), [])).toBe('name_invalid')
  expect(findProblem(tidyDocument({ ...otherName, idNumber: 'AB123456' }), [])).toBe('id_number_invalid')
})
