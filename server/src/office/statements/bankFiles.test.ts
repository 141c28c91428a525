import type { BankFile } from '../../../../contract/bankFiles'
import { server, withConsole } from '../../../test/consoleOfFile'
import { problemOf } from '../../../test/staff'

const { ann, ben } = withConsole({ ann: ['cashier'], ben: ['cashier'] })

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
const csvOf = (reference: string) =>
  `Konto H\xe4user\n\nBuchungstag;Empf\xe4nger;Verwendungszweck;Betrag;Waehrung\n03.04.26;DOE;${reference};1.250,00;USD\n`
const preview = (file: string, description?: object) =>
  ann.post('/statement-previews', { file: base64(file), ...(description && { description }) })
const bring = (file: string, described: object = {}) =>
  ann.post('/statements', { name: 'bank.csv', file: base64(file), ...described })
const describeBank = (name: string, description: object) => ann.act('bank-files.describe', { name, description })

test('a bank is described from one of its files, by two people, and its files are read from then on', async () => {
  const payer = await server.registerReady('payer_1')
  const { reference } = (await server.deposit(payer, { amount: '1250.00' })).json<{ reference: string }>()
  const file = csvOf(reference)
  expect((await bring(file)).json().fault).toMatchObject({ code: 'columns_differ', place: 4 })
  const seen = (await preview(file)).json()
  expect(seen).toMatchObject({
    count: 1,
    fault: null,
    rows: [['Konto Häuser'], expect.arrayContaining(['Betrag']), {}],
  })
  expect(seen.lines).toMatchObject([{ place: 4, bookedOn: '2026-04-03', amount: '1250.00', currency: 'USD' }])

  const asked = await describeBank('Bank A', seen.file)
  expect(asked.json().state).toBe('waiting')
  expect((await bring(file)).statusCode).toBe(422)
  expect(problemOf(await ann.agree(asked))).toBe('proposal_own')
  expect((await ben.agree(asked)).json().state).toBe('done')
  expect((await ann.get('/bank-files')).json().items).toEqual([{ name: 'Bank A', file: seen.file }])

  const [imported] = (await bring(file)).json().items
  expect(imported).toMatchObject({ format: 'csv', describedBy: 'Bank A', lines: 1, added: 1 })
  const [line] = (await ann.get(`/statements/${imported.id}/lines`)).json().items
  expect(line).toMatchObject({ state: 'matched', amount: '1250.00', text: `DOE ${reference}` })
  const entry = await server.database.first<{ actor: string; file: string }>(
    `select actor, details ->> 'description' as file from audit_entry where action = 'bank-files.describe'`,
  )
  expect([entry?.actor, JSON.parse(entry?.file ?? '')]).toEqual(['staff/ben', seen.file])
})

test('a correction shows at once what becomes of the file, and replaces the description of that name', async () => {
  const file = csvOf('x')
  const { file: now } = (await preview(file)).json()
  const wrong = (await preview(file, { ...now, decimal: '.' })).json()
  expect(wrong).toMatchObject({ count: 0, lines: [], fault: { code: 'amount', place: 4, found: '1.250,00' } })
  expect(problemOf(await preview(file, { ...now, encoding: 'utf-8' }))).toBe('statement_unreadable')
  const corrected: BankFile = { ...now, payer: 0, ignored: ['Offen'] }
  expect((await ben.agree(await describeBank('Bank A', corrected))).json().state).toBe('done')
  expect((await ann.get('/bank-files')).json().items).toEqual([{ name: 'Bank A', file: corrected }])
})

test('two people remove a description; then its files are not read by it', async () => {
  const remove = (name: string) => ann.act('bank-files.remove', { name })
  expect(problemOf(await remove('Bank Z'))).toBe('not_found')
  const { file: now } = (await preview(csvOf('x'))).json()
  await ben.agree(await describeBank('Bank C', now))
  const asked = await remove('Bank C')
  expect(problemOf(await ann.agree(asked))).toBe('proposal_own')
  expect((await ben.agree(asked)).json().state).toBe('done')
  expect(problemOf(await bring(csvOf('x'), { describedBy: 'Bank C' }))).toBe('not_found')
})

test('a description without amounts or currency is refused, and so is a name that nobody has described', async () => {
  const { file: now } = (await preview(csvOf('x'))).json()
  for (const changes of [{ amount: null }, { currency: null }, { fixedCurrency: 'USD' }, { mark: 1, marksIn: [] }])
    expect(problemOf(await describeBank('Bank B', { ...now, ...changes }))).toBe('description_wrong')
  expect(problemOf(await describeBank('Bank B', { ...now, texts: [] }))).toBe('invalid_request')
  expect(problemOf(await bring(csvOf('x'), { describedBy: 'Bank B' }))).toBe('not_found')
  expect((await bring(csvOf('y'), { describedBy: 'Bank A' })).json().items).toMatchObject([{ describedBy: 'Bank A' }])
})
