import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { runOps } from '../../test/ops'
import { server, withServer } from '../../test/serverOfFile'
import { present } from '../shared/assert'
import { OpsRefusal } from './kit'

withServer()

const ops = (line: string) => runOps(server.deps, line)

const AUTHORITY = '--actor ada --reason "new partner"'

test('issued codes open accounts, and the list counts them', async () => {
  const issued: { code: string }[] = JSON.parse(await ops(`codes issue --count 3 ${AUTHORITY} --json`))
  expect(issued).toHaveLength(3)
  const check = await server.register('partner1', '13900000001', issued[0]?.code)
  expect(check.statusCode).toBe(201)
  const listed: { code: string; issuedBy: string }[] = JSON.parse(await ops('--json codes list'))
  expect(listed.filter((row) => row.issuedBy === 'ada').map((row) => row.code)).toEqual(
    expect.arrayContaining(issued.map((row) => row.code)),
  )
})

test('a user is shown without secrets and with a masked phone', async () => {
  const user = await server.registerUser()
  const output = await ops(`users show ${user.account.toUpperCase()} ${AUTHORITY}`)
  const [look] = JSON.parse(await ops('audit list --limit 1 --json'))
  expect(look).toMatchObject({ actor: 'ada', action: 'users.show', subject: `user ${user.id}` })
  expect(output).toContain('10000.00')
  expect(output).not.toContain(user.phone)
  expect(output).not.toContain('argon2')
})

test('the state of the books names what is off and when it was looked at; the check finds it again by itself', async () => {
  const user = await server.registerUser()
  expect(JSON.parse(await ops('ledger state --json'))).toMatchObject({ books: 'unchecked', everything: 'never' })
  await server.deps.auditor.runBatch()
  const everything = new Date(server.clock.now()).toISOString()
  expect(JSON.parse(await ops('ledger state --json'))).toMatchObject({ books: 'ok', everything, findings: 'none' })
  expect(JSON.parse(await ops('ledger check --without-archive --json'))).toMatchObject({ books: 'add up' })
  const change = 'update ledger_account set balance = balance + $1 where user_id = $2 and kind = 3 returning id'
  const row = await server.database.first<{ id: bigint }>(change, [1, user.id])
  await server.deps.auditor.runBatch()
  const { books, findings } = JSON.parse(await ops('ledger state --json'))
  expect([books, findings]).toEqual(['off', expect.stringContaining(`balance_differs, accountId ${row?.id}`)])
  await expect(ops('ledger check')).rejects.toThrow(/do not add up: 3 findings/)
  await server.database.query(change, [-1, user.id])
  await server.deps.auditor.runBatch()
  expect(JSON.parse(await ops('ledger state --json'))).toMatchObject({ books: 'ok', findings: 'none' })
  expect(await ops('ledger check')).toContain('add up')
})

test('maintenance closes and opens a product, and every change is in the audit log with actor and reason', async () => {
  await server.deps.market.start()
  const symbol = server.deps.market.products()[0]?.symbol ?? ''
  await ops(`act products.maintenance --symbol ${symbol} --on yes --until none ${AUTHORITY}`)
  await server.deps.market.refreshProducts()
  expect(server.deps.market.productBySymbol(symbol)?.maintenance).toBe(true)
  const opensAt = new Date(server.clock.now() + 3_600_000).toISOString()
  await ops(`act products.maintenance --symbol ${symbol} --on yes --until ${opensAt} ${AUTHORITY}`)
  await server.deps.market.refreshProducts()
  const product = present(server.deps.market.productBySymbol(symbol), 'it is there')
  const stateAt = (atMs: number) => server.deps.market.tradingState(product, atMs)
  expect(stateAt(server.clock.now())).toEqual({ status: 'maintenance', opensAtMs: Date.parse(opensAt) })
  expect(stateAt(Date.parse(opensAt)).status).toBe('open')
  const past = `act products.maintenance --symbol ${symbol} --on yes --until 2020-01-01T00:00:00Z ${AUTHORITY}`
  await expect(ops(past)).rejects.toThrow('missing or invalid')
  await ops(`act products.maintenance --symbol ${symbol} --on no --until none ${AUTHORITY}`)
  const entries: Record<string, string>[] = JSON.parse(await ops('audit list --limit 2 --json'))
  expect(entries).toEqual([
    expect.objectContaining({ actor: 'ada', reason: 'new partner', action: 'products.maintenance', subject: symbol }),
    expect.objectContaining({
      details: JSON.stringify({ after: true, before: true, opensAt, beforeOpensAt: null }),
    }),
  ])
  await server.deps.market.stop()
})

test.each([
  'codes issue',
  'codes issue --actor ada',
  'codes issue --actor ada --reason ""',
  `codes issue --count 0 ${AUTHORITY}`,
  `act products.maintenance --symbol BTCUSDT --on maybe --until none ${AUTHORITY}`,
  'orders settle 1',
  `users show ${AUTHORITY}`,
  'users show somebody',
])('"%s" is not understood', async (line) => {
  await expect(ops(line)).rejects.toThrow(CommanderError)
})

test('what does not exist is refused and leaves no audit entry', async () => {
  const count = async () => (await server.database.query('select id from audit_entry')).length
  const before = await count()
  await expect(ops(`users show nobody_here ${AUTHORITY}`)).rejects.toThrow(OpsRefusal)
  await expect(ops(`act products.maintenance --symbol NOSUCH --on yes --until none ${AUTHORITY}`)).rejects.toThrow(
    OpsRefusal,
  )
  await expect(ops(`codes issue --count 101 ${AUTHORITY}`)).rejects.toThrow(OpsRefusal)
  expect(await count()).toBe(before)
})

test('no operator command knows the table of orders, ticks or settlements', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  for (const name of files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    expect(readFileSync(join(__dirname, name), 'utf8')).not.toMatch(
      /trade_order|\btick\b|settle_|place_order|ledger_post/,
    )
  }
})

test('the audit log is a chain: a change, a gap or a rewritten entry is found', async () => {
  await ops(`codes issue ${AUTHORITY}`)
  await ops(`codes issue ${AUTHORITY}`)
  expect(await ops('audit verify')).toContain('whole')
  const entry = await server.database.first<{ id: bigint }>(
    'select id from audit_entry order by id desc offset 1 limit 1',
  )
  await server.database.query('alter table audit_entry disable trigger all')
  await server.database.query(`update audit_entry set reason = 'another' where id = $1`, [entry?.id])
  await expect(ops('audit verify')).rejects.toThrow(`entry ${entry?.id} does not match`)
  await server.database.query(`update audit_entry set reason = 'new partner' where id = $1`, [entry?.id])
  expect(await ops('audit verify')).toContain('whole')
  await server.database.query('delete from audit_entry where id = $1', [entry?.id])
  await expect(ops('audit verify')).rejects.toThrow('does not match')
  await server.database.query('alter table audit_entry enable trigger all')
})
