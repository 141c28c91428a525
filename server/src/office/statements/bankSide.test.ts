import type { StaffActionName } from '../../../../contract/console'
import type { TestUser } from '../../../test/app'
import { server, withConsole } from '../../../test/consoleOfFile'
import { REAL_NAME } from '../../../test/personal'
import { problemOf } from '../../../test/staff'
import { createSealer } from '../../shared/sealing'

/** What one person may do. */
const alone = new Map<StaffActionName, bigint | null>()
const { ann, ben } = withConsole({ ann: ['cashier'], ben: ['cashier'] }, { config: { console: { port: 0, alone } } })
let payer: TestUser
beforeAll(async () => {
  payer = await server.registerReady('payer_1')
})

async function depositOf(amount: string): Promise<string> {
  const { reference } = (await server.deposit(payer, { amount })).json<{ reference: string }>()
  await ann.claim('deposits', reference)
  return reference
}
async function bring(...lines: string[]): Promise<string> {
  const text = ['Date;Amount;Currency;Text;Payer', ...lines].join('\n')
  return (await ann.post('/statements', { name: 'day.csv', file: Buffer.from(text).toString('base64') })).json()
    .items[0].id
}
const bankOf = async (reference: string) => (await ann.post(`/deposits/${reference}/open`, {})).json().bank
const credit = (reference: string, amount: string, said: object = {}) =>
  ann.act('deposits.approve', { reference, amount, ...said }, 'received')
const proposalFor = async (reference: string) =>
  (await ben.get('/proposals')).json().items.find((one: { subject: string }) => one.subject === reference)

test('a deposit that no line names says so, and is credited as ever', async () => {
  const reference = await depositOf('20.00')
  expect(await bankOf(reference)).toBeNull()
  expect((await credit(reference, '20.00')).json().state).toBe('waiting')
  expect(await proposalFor(reference)).toMatchObject({ bank: null })
})

test('the line that pays it is shown to both, with its payer to whoever opens it', async () => {
  const reference = await depositOf('30.00')
  await bring(`2026-11-20;30.00;USD;${reference};JANE DOE`)
  const side = { fileName: 'day.csv', place: 2, bookedOn: '2026-11-20', amount: '30.00', currency: 'USD' }
  const shown = { ...side, agrees: true, difference: '0.00', lines: 1 }
  const opened = { ...shown, text: `${reference} JANE DOE`, isExact: true, payer: { name: REAL_NAME, isNamed: false } }
  expect(await bankOf(reference)).toEqual({ ...opened, line: expect.stringMatching(/^\d+$/) })
  expect(problemOf(await credit(reference, '30.00', { bankAmount: '29.00' }))).toBe('bank_differs')
  await credit(reference, '30.00')
  expect((await proposalFor(reference)).bank).toEqual(shown)
  const looks = await server.database.query(
    `select actor from audit_entry where action = 'deposits.bank-line' and subject = $1`,
    [reference],
  )
  expect(looks).toEqual([{ actor: 'staff/ann' }])
})

test('a credit of what the bank did not get is refused, unless it says what the bank got; two people see both', async () => {
  const reference = await depositOf('275.00')
  const id = await bring(`2026-11-20;270.00;USD;${reference};J ROE`)
  expect(await bankOf(reference)).toMatchObject({ amount: '270.00', agrees: false, difference: '-5.00' })
  expect(problemOf(await credit(reference, '275.00'))).toBe('bank_differs')
  expect(problemOf(await credit(reference, '275.00', { bankAmount: '275.00' }))).toBe('bank_differs')
  const asked = await credit(reference, '275.00', { bankAmount: '270' })
  expect(asked.json().state).toBe('waiting')
  const line = async () => (await ann.get(`/statements/${id}/lines`)).json().items[0]
  const deposit = { amount: '275.00', difference: '-5.00', status: 'under_review' }
  expect(await line()).toMatchObject({ state: 'other_amount', deposit: { ...deposit, proposed: true } })
  expect(await proposalFor(reference)).toMatchObject({
    params: { bankAmount: '270' },
    bank: { amount: '270.00', difference: '-5.00', agrees: false },
  })
  expect((await ben.agree(asked)).json().state).toBe('done')
  expect((await line()).deposit).toMatchObject({ status: 'successful', proposed: false })
})

test('what the bank brings after the proposal stops the second person', async () => {
  const reference = await depositOf('50.00')
  const asked = await credit(reference, '50.00')
  await bring(`2026-11-21;5.00;USD;${reference};J ROE`)
  expect(problemOf(await ben.agree(asked))).toBe('bank_differs')
})

test('money that went back, or came in another currency, speaks against a credit', async () => {
  const back = await depositOf('60.00')
  await bring(`2026-11-20;60.00;USD;${back};J ROE`, `2026-11-21;-60.00;USD;${back};J ROE`)
  expect(await bankOf(back)).toMatchObject({ amount: '-60.00', agrees: false, lines: 2 })
  expect(problemOf(await credit(back, '60.00'))).toBe('bank_differs')
  expect((await credit(back, '60.00', { bankAmount: '-60.00' })).json().state).toBe('waiting')
  const euros = await depositOf('70.00')
  await bring(`2026-11-20;70.00;EUR;${euros};J ROE`)
  expect(await bankOf(euros)).toMatchObject({ currency: 'EUR', agrees: false, difference: null })
  expect(problemOf(await credit(euros, '70.00'))).toBe('bank_differs')
})

test('it takes two even where one person may credit alone', async () => {
  alone.set('deposits.approve', null)
  const reference = await depositOf('80.00')
  await bring(`2026-11-20;81.00;USD;${reference};J ROE`)
  expect((await credit(reference, '80.00', { bankAmount: '81.00' })).json().state).toBe('waiting')
  const plain = await depositOf('82.00')
  expect((await credit(plain, '82.00')).json().state).toBe('done')
  alone.clear()
})

test('a line that no key opens is listed without its text', async () => {
  const id = await bring('2026-11-25;9.00;USD;interest;BANK')
  const other = createSealer(Buffer.alloc(32, 7)).seal('interest', 'x')
  await server.database.query('update bank_statement_line set sealed_text = $2 where statement_id = $1', [id, other])
  const lines = await ann.get(`/statements/${id}/lines`)
  expect([lines.statusCode, lines.json().items]).toMatchObject([200, [{ amount: '9.00', text: null }]])
})

test('of a verified user the name is compared with the words of the bank, and an inexact reference is said', async () => {
  const [hers, foreign] = [await depositOf('61.00'), await depositOf('62.00')]
  await bring(`2026-11-20;61.00;USD;${hers};${REAL_NAME}`, `2026-11-20;62.00;USD;fd ${foreign.slice(3)};RICHARD ROE`)
  expect(await bankOf(hers)).toMatchObject({ isExact: true, payer: { name: REAL_NAME, isNamed: true } })
  expect(await bankOf(foreign)).toMatchObject({ isExact: false, payer: { name: REAL_NAME, isNamed: false } })
})
