import { type Answers, findProblem, maskIdNumber, maskName, tidyAnswers } from './rules'

const chinese: Answers = { name: '王小明', nationality: 'CN', idNumber: '11010519491231002X' }
const german: Answers = { name: "Anna-Lena O'Müller", nationality: 'DE', idNumber: 'L01X00T47' }
const problemOf = (answers: Partial<Answers>, base = chinese) =>
  findProblem(tidyAnswers({ ...base, ...answers }), ['KP'])

test.each<Partial<Answers>>([
  {},
  { name: '王明' },
  { name: '欧阳娜娜儿' },
  { name: '𠮷野' },
  { name: ' 王小明 ' },
  { idNumber: '110105491231002' },
  { idNumber: '440524188001010014' },
  { idNumber: '11010519491231002x' },
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
  ['id_number_invalid', { idNumber: '１１０１０５４９１２３１００２' }],
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
  { idNumber: 'x'.repeat(30) },
])('elsewhere: %j', (answers) => expect(problemOf(answers, german)).toBeUndefined())

test.each<[string, Partial<Answers>]>([
  ['name_invalid', { name: 'A' }],
  ['name_invalid', { name: 'A.' }],
  ['name_invalid', { name: '-Anna' }],
  ['name_invalid', { name: 'Anna1' }],
  ['name_invalid', { name: 'Anna<b>' }],
  ['name_invalid', { name: 'An\u202ena' }],
  ['name_invalid', { name: `A${'b'.repeat(60)}` }],
  ['id_number_invalid', { idNumber: 'AB1' }],
  ['id_number_invalid', { idNumber: 'AB 123' }],
  ['id_number_invalid', { idNumber: 'x'.repeat(31) }],
  ['id_number_invalid', { idNumber: 'АБВГ' }],
])('elsewhere: %s for %j', (code, answers) => expect(problemOf(answers, german)).toBe(code))

test('masks show hardly anything', () => {
  expect(maskName('王小明')).toBe('王**')
  expect(maskName('𠮷野')).toBe('𠮷*')
  expect(maskIdNumber('11010519491231002X')).toBe('11**************2X')
})
