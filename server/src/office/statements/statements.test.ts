import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestUser } from '../../../test/app'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { newId } from '../../../test/ids'
import { problemOf, type TestStaff } from '../../../test/staff'
import { zipOf } from '../../../test/zip'
import { loadConfig } from '../../config'
import { depositsPersonalData } from '../../modules/deposits/personalData'

const { ann, ben } = withConsole({ ann: ['cashier'], ben: ['cashier'] })
/** References of the deposits that the sample files pay. */
let names: Record<string, string>
let payer: TestUser
const referenceOf = async (amount: string) =>
  (await server.deposit(payer, { amount })).json<{ reference: string }>().reference
beforeAll(async () => {
  payer = await server.registerReady('payer_1')
  names = { A: await referenceOf('250.00'), B: await referenceOf('1000.00'), C: await referenceOf('99.00') }
  names = { ...names, D: await referenceOf('100.00'), E: await referenceOf('75.00') }
})

/** A sample with the references of this test filled in; "A1" and "A2" are the halves of one. */
const sample = (file: string) =>
  readFileSync(join(__dirname, '../../../test/statements', file), 'utf8')
    .replace('{A1}', names.A?.slice(0, 7) ?? '')
    .replace('{A2}', names.A?.slice(7) ?? '')
    .replace('{Einexact}', names.E?.slice(3) ?? '')
    .replace(/\{([A-E])\}/g, (_, name: string) => names[name] ?? '')
const send = (who: TestStaff, text: string | Buffer, name = 'day.csv') =>
  who.post('/statements', { name, file: Buffer.from(text as string).toString('base64') })
const bring = async (...file: Parameters<typeof send>) => (await send(...file)).json().items[0]
const linesOf = async (id: string, group = '') =>
  (await ann.get(`/statements/${id}/lines${group && `?group=${group}`}`)).json().items
const totalsOf = async (id: string) => (await ann.get(`/statements/${id}/totals`)).json()
const propose = async (id: string) => (await ann.post(`/statements/${id}/propose`, { reason: 'on the account' })).json()
async function agreeToAll() {
  for (const { id } of (await ben.get('/proposals')).json().items)
    expect((await ben.agree(id)).json().state).toBe('done')
}
const credits = () =>
  server.database.query(`select 1 from ledger_transfer where user_id = $1 and kind = transfer_deposit_credited()`, [
    payer.id,
  ])

let first: string
test('each line says what it means for the deposit that it names, and why not', async () => {
  const imported = await bring(ann, sample('overview.csv'))
  first = imported.id
  expect(imported).toMatchObject({ format: 'csv', importedBy: 'staff/ann', lines: 8, added: 7, outgoing: 1 })
  const found = await linesOf(first)
  expect(found.map((line: { state: string }) => line.state)).toEqual([
    'matched',
    'matched',
    'other_amount',
    'other_currency',
    'reference_inexact',
    'reference_missing',
    'paid_again',
  ])
  expect(found[0]).toMatchObject({
    place: 2,
    bookedOn: '2026-11-20',
    amount: '250.00',
    currency: 'USD',
    reference: names.A,
    account: 'payer_1',
    text: `deposit ${names.A} JANE DOE`,
  })
  expect(await linesOf(first, 'unmatched')).toMatchObject([{ place: 7, reference: null }])
  expect(await totalsOf(first)).toEqual({
    groups: [
      { group: 'matched', count: 2, amount: '1250.00' },
      { group: 'doubtful', count: 4, amount: '424.50' },
      { group: 'unmatched', count: 1, amount: '75.00' },
      { group: 'aside', count: 0, amount: '0.00' },
      { group: 'done', count: 0, amount: '0.00' },
    ],
    all: { count: 7, amount: '1749.50' },
    open: { count: 7, amount: '1749.50' },
    next: { count: 2, amount: '1250.00' },
  })
  const kept = await server.database.query<{ row: string }>('select line::text as row from bank_statement_line line')
  expect(JSON.stringify(kept)).not.toContain('JANE')
})

test('what is matched is proposed as in the queue, credited when another person agrees, and no sooner', async () => {
  expect(await propose(first)).toEqual({ done: 0, waiting: 2, refused: [], left: 0 })
  expect(await credits()).toHaveLength(0)
  expect(await linesOf(first, 'matched')).toEqual([])
  expect(await linesOf(first, 'done')).toMatchObject([{ state: 'proposed' }, { state: 'proposed' }])
  const { items } = (await ben.get('/proposals')).json()
  expect(items[0]).toMatchObject({ action: 'deposits.approve', proposedBy: 'ann', params: { amount: '250.00' } })
  expect(items[0].reason).toBe(`on the account (statement ${first}, 2)`)
  expect((await ann.agree(items[0].id)).json().problem).toBe('proposal_own')
  await agreeToAll()
  expect(await credits()).toHaveLength(2)
  expect(await linesOf(first, 'done')).toMatchObject([{ state: 'credited' }, { state: 'credited' }])
  expect(await totalsOf(first)).toMatchObject({ open: { count: 5 }, next: { count: 0, amount: '0.00' } })
})

test('a line that comes again, in the same file, a longer one or another format, credits nothing again', async () => {
  const again = await bring(ann, sample('overview.csv'))
  expect(again).toMatchObject({ lines: 8, added: 0 })
  const longer = await bring(ben, `${sample('overview.csv')}2026-11-22;5.00;USD;late;X\n`)
  expect(longer.added).toBe(1)
  for (const file of ['day.sta', 'day.xml']) {
    const other = await bring(ann, sample(file), file)
    expect([file, other.added]).toEqual([file, 0])
    expect(await propose(other.id)).toMatchObject({ done: 0, waiting: 0 })
  }
  // Two equal payments on one day are two: a person has to look at the second.
  const twice = await bring(ann, `${sample('overview.csv')}2026-11-20;250.00;USD;${names.A};JANE DOE\n`)
  expect(twice.added).toBe(1)
  expect(await linesOf(twice.id)).toMatchObject([{ state: 'paid_again' }])
  expect(await propose(twice.id)).toMatchObject({ waiting: 0 })
  expect(await credits()).toHaveLength(2)
})

test('money that came late is proposed as late; what was rejected, went out again or is not by bank is not', async () => {
  const referenceOf = async (changes: object) =>
    (await server.deposit(payer, changes)).json<{ reference: string; id: string }>().reference
  const id = newId()
  const late = await referenceOf({ id, amount: '31.00' })
  await server.call(payer, 'POST', `/deposits/${id}/cancel`)
  const rejected = await referenceOf({ amount: '32.00' })
  await server.database.withTransaction((tx) => server.deps.deposits.reject(tx, rejected, 'other'))
  const byCard = await referenceOf({ channel: 'cardpay', amount: '33.00' })
  const back = await referenceOf({ amount: '34.00' })
  const rows = [
    [late, '31'],
    [rejected, '32'],
    [byCard, '33'],
    [back, '-34'],
    ['FD-0000000000', '35'],
  ]
  const text = `date\tamount\tcurrency\ttext\n${rows.map(([name, sum]) => `2026-11-23\t${sum}.00\tUSD\t${name}`).join('\n')}`
  const { id: statement } = await bring(ann, text)
  expect((await linesOf(statement)).map((line: { state: string }) => line.state)).toEqual([
    'matched_late',
    'rejected',
    'other_channel',
    'went_out',
    'reference_unknown',
  ])
  expect(await propose(statement)).toMatchObject({ waiting: 1 })
  await agreeToAll()
  expect(await credits()).toHaveLength(3)
})

test('an item that somebody else works on is left to them, and said', async () => {
  const reference = (await server.deposit(payer, { amount: '41.00' })).json<{ reference: string }>().reference
  await ben.claim('deposits', reference)
  const { id } = await bring(ann, `date,amount,currency,text\n2026-11-24,41.00,USD,${reference}`)
  expect(await propose(id)).toMatchObject({ waiting: 0, refused: [{ reference, problem: 'claimed_by_other' }] })
})

describe('a line that pays no deposit', () => {
  const act = (who: TestStaff, action: string, line: string) =>
    who.act(`statement-lines.${action}`, { line }, 'interest of the bank')
  let id: string
  let [loose, paying] = ['', '']
  beforeAll(async () => {
    const reference = (await server.deposit(payer, { amount: '42.00' })).json<{ reference: string }>().reference
    const lines = ['2026-11-25,7.00,USD,interest', `2026-11-25,42.00,USD,${reference}`]
    id = (await bring(ann, ['date,amount,currency,text', ...lines].join('\n'))).id
    ;[loose, paying] = (await linesOf(id)).map((line: { id: string }) => line.id)
  })

  test('is put aside by two, with the reason, and leaves the work; one that pays is not', async () => {
    expect(problemOf(await act(ann, 'set-aside', paying))).toBe('line_pays')
    expect(problemOf(await act(ann, 'set-aside', '999999'))).toBe('not_found')
    expect(problemOf(await act(ann, 'reopen', loose))).toBe('not_aside')
    const asked = await act(ann, 'set-aside', loose)
    expect(asked.json().state).toBe('waiting')
    expect(await linesOf(id, 'aside')).toEqual([])
    expect(problemOf(await ann.agree(asked))).toBe('proposal_own')
    expect((await ben.agree(asked)).json().state).toBe('done')
    const [line] = await linesOf(id, 'aside')
    expect(line).toMatchObject({
      id: loose,
      state: 'set_aside',
      aside: { by: 'staff/ann', reason: 'interest of the bank' },
    })
    expect(await linesOf(id, 'unmatched')).toEqual([])
    expect(problemOf(await act(ann, 'set-aside', loose))).toBe('already_aside')
    const subject = `statement line ${loose}`
    const entries = await server.database.query(
      'select actor, action from audit_entry where subject = $1 order by id',
      [subject],
    )
    expect(entries).toEqual([
      { actor: 'staff/ann', action: 'statement-lines.set-aside.propose' },
      { actor: 'staff/ben', action: 'statement-lines.set-aside' },
    ])
  })

  test('is taken up again by two, whatever the settings say', async () => {
    const env = { CONSOLE_PORT: '0', FOUR_EYES_ALONE: 'statement-lines.reopen' }
    expect(() => loadConfig(env)).toThrow(/always needs two/)
    expect((await ann.agree(await act(ben, 'reopen', loose))).json().state).toBe('done')
    expect(await linesOf(id, 'unmatched')).toMatchObject([{ id: loose, state: 'reference_missing', aside: null }])
    await ben.agree(await act(ann, 'set-aside', loose))
  })
})

test('a file that cannot be read says which line and what, and nothing of it is kept', async () => {
  const count = async () => (await server.database.query('select 1 from bank_statement')).length
  const before = await count()
  const answer = await send(ann, 'date,amount,currency,text\n2026-11-24,1.00,USD,x\n2026-11-24,one,USD,x')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { problem: 'statement_unreadable', fault: { code: 'amount', unit: 'line', place: 3, found: 'one' } },
  ])
  const large = await send(ann, 'x'.repeat(3 * 1024 * 1024))
  expect([large.statusCode, large.json().problem]).toEqual([413, 'file_too_large'])
  expect(await count()).toBe(before)
})

test('a ZIP brings each of its files, a payment in several of them once, and nothing if one cannot be read', async () => {
  const name = await referenceOf('77.00')
  const line = `date,amount,currency,text\n2026-11-26,77.00,USD,${name}`
  const zip = zipOf({ 'a/day.csv': line, 'b/day.csv': `${line}\n2026-11-26,1.00,USD,interest`, 'c.csv': '\n' })
  const { items } = (await send(ann, zip, 'all.zip')).json()
  expect(items).toMatchObject([
    { fileName: 'all.zip: a/day.csv', lines: 1, added: 1 },
    { fileName: 'all.zip: b/day.csv', lines: 2, added: 1 },
  ])
  expect(await linesOf(items[0].id)).toMatchObject([{ state: 'matched', reference: name }])
  const wrong = zipOf({ 'a.csv': line.replace('77', '78'), 'b.csv': line.replace('77.00', 'one') })
  const before = await server.database.query('select 1 from bank_statement')
  expect((await send(ann, wrong, 'all.zip')).json().fault).toMatchObject({ code: 'amount', place: 2, file: 'b.csv' })
  expect(await server.database.query('select 1 from bank_statement')).toEqual(before)
})

test('who imports and who looks is in the audit log; whose account is deleted is forgotten in the lines', async () => {
  const entries = await server.database.query<{ action: string; actor: string }>(
    'select action, actor from audit_entry where subject = $1 order by id',
    [`statement ${first}`],
  )
  expect(entries.slice(0, 2)).toEqual([
    { action: 'statements.import', actor: 'staff/ann' },
    { action: 'statements.lines', actor: 'staff/ann' },
  ])
  await server.database.withTransaction(async (tx) => {
    await depositsPersonalData(server.deps).erase?.(tx, payer.id, new Date(server.clock.now()))
  })
  const texts = (await linesOf(first)).map((line: { text: string | null }) => line.text)
  expect(texts).toEqual([null, null, null, null, null, 'thanks for everything B SMITH', null])
})

describe('the reconciliation', () => {
  const dayOf = async (day: string) => (await cleo.get(`/reconciliation?from=${day}&until=${day}`)).json().items[0]
  let cleo: TestStaff
  beforeAll(async () => {
    cleo = await office.join('cleo', ['auditor'])
  })

  test('holds a day of deposits against the ledger, and the lines of the bank against what was credited', async () => {
    const today = new Date(server.clock.now()).toISOString().slice(0, 10)
    const credited = await dayOf(today)
    expect(credited).toMatchObject({ deposits: '1281.00', withdrawals: '0.00', bookDifference: '0.00' })
    expect(credited.withoutLine).toBe('0.00')
    // 250.00 twice, 1,000.00 and 99.50; the second 250.00 and the 99.50 are credited to no user.
    expect(await dayOf('2026-11-20')).toMatchObject({
      bankIn: '1599.50',
      bankCredited: '1250.00',
      bankDifference: '349.50',
    })
    // Interest that two people have set aside needs no more work; the deposit with it does.
    expect(await dayOf('2026-11-25')).toMatchObject({
      bankIn: '49.00',
      bankCredited: '0.00',
      bankAside: '7.00',
      bankDifference: '42.00',
    })
  })

  test('shows money that a row has and the ledger has not, and raises the alarm', async () => {
    const alarms = async () => (await cleo.get('/books')).json().alarms
    const alarm = { name: 'ReconciliationDiffers', on: false, detail: '' }
    expect(await alarms()).toContainEqual(alarm)
    await server.database.query(
      `update deposit set status = money_successful(), credited_at = $2, expires_at = null where reference = $1`,
      [names.E, new Date(server.clock.now())],
    )
    const today = new Date(server.clock.now()).toISOString().slice(0, 10)
    expect(await dayOf(today)).toMatchObject({ bookDifference: '-75.00' })
    expect(await alarms()).toContainEqual({ ...alarm, on: true, detail: today })
  })

  test('goes out as a file that no spreadsheet takes for a formula, and its export is logged', async () => {
    const answer = await cleo.get('/reconciliation/export?from=2026-11-20&until=2026-11-21')
    expect(answer.headers).toMatchObject({ 'content-disposition': 'attachment; filename="reconciliation.csv"' })
    expect(answer.body.split('\r\n')[2]).toMatch(/^2026-11-20,.*,1599\.50,1250\.00,0\.00,349\.50,/)
    await server.database.query(
      `insert into audit_entry (actor, reason, action, subject) values ('staff/cleo', '=1+1, "x"', 'test', 'y')`,
    )
    const log = (await cleo.get('/audit/export?text=test')).body
    expect(log).toContain(`"'=1+1, ""x"""`)
    expect((await cleo.get('/audit/export')).body).toContain('reconciliation.export')
    expect((await cleo.get('/reconciliation?from=2026-01-01&until=2026-12-31')).statusCode).toBe(400)
  })
})
