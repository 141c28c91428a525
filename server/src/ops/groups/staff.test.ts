import { STAFF_ROLES, type StaffRole } from '../../../../contract/console'
import type { TestUser } from '../../../test/app'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { newId } from '../../../test/ids'
import { runOps } from '../../../test/ops'
import { problemOf, STAFF_PASSWORD } from '../../../test/staff'
import { MINUTE_MS } from '../../shared/time'
import { actorFor } from '../actor'

withConsole({})

const TYPED = '--actor ada --reason "lost her phone"'
const tokenIn = (output: string) => /invitation#([\w-]{43})/.exec(output)?.[1] ?? ''
const lastEntry = async () =>
  await server.database.first<{ actor: string; action: string; subject: string }>(
    'select actor, action, subject from audit_entry order by id desc limit 1',
  )

test('the first link comes from the command line, where output is not kept, and is audited', async () => {
  const token = tokenIn(await runOps(server.deps, `staff link ${TYPED}`))
  expect(await lastEntry()).toMatchObject({ actor: 'ada', action: 'staff.link' })
  await office.accept(token)
  expect(await lastEntry()).toMatchObject({ actor: 'staff/admin', action: 'staff.join' })
  await expect(runOps(server.deps, `staff link ${TYPED}`)).rejects.toThrow(/joined already/)
})

test('a sole administrator who lost everything comes back by a link; what was before opens nothing', async () => {
  await expect(runOps(server.deps, `staff reset nobody ${TYPED}`)).rejects.toThrow(/Nobody/)
  const admin = await office.join('lone', ['administrator'])
  await server.clock.advance(MINUTE_MS)
  const { key } = (await admin.post('/keys', { name: 'laptop', days: 30, code: admin.code() })).json()
  const token = tokenIn(await runOps(server.deps, `staff reset lone ${TYPED}`))
  // A link changes nothing until it is used, so it locks nobody out.
  expect((await admin.get('/session')).statusCode).toBe(200)
  const again = await office.accept(token)
  expect((await again.get('/session')).json().staff).toMatchObject({ login: 'lone', roles: ['administrator'] })
  expect(await lastEntry()).toMatchObject({ actor: 'staff/lone', action: 'staff.renew' })
  expect((await admin.get('/session')).statusCode).toBe(401)
  await expect(runOps(server.deps, 'codes issue --reason test', key)).rejects.toThrow(/not valid/)
  await server.clock.advance(MINUTE_MS)
  const headers = { 'x-console': '1' }
  const payload = { login: 'lone', password: STAFF_PASSWORD, code: admin.code() }
  expect((await office.inject({ method: 'POST', url: '/session', headers, payload })).statusCode).toBe(401)
})

test('where two other administrators are there, they do it in the console', async () => {
  const [one, two] = [await office.join('adm1', ['administrator']), await office.join('adm2', ['administrator'])]
  await expect(runOps(server.deps, `staff reset lone ${TYPED}`)).rejects.toThrow(/two other administrators/)
  const asked = (await one.act('staff.reset', { login: 'lone' }, 'lost the phone')).json()
  expect(asked.state).toBe('waiting')
  const { token } = (await two.agree(asked.proposal)).json().result
  await office.accept(token)
})

describe("a key of one's own", () => {
  test('names who works, with the roles of the person; no name is typed beside it', async () => {
    const cleo = await office.join('cleo', ['administrator'])
    await server.clock.advance(MINUTE_MS)
    expect(problemOf(await cleo.post('/keys', { name: 'laptop', days: 30, code: '000000' }))).toBe('code_wrong')
    const { key } = (await cleo.post('/keys', { name: 'laptop', days: 30, code: cleo.code() })).json()
    await runOps(server.deps, 'codes issue --reason "new partner" --actor somebody', key)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/cleo', action: 'codes.issue' })
    const rows = await server.database.query('select key_hash from staff_key')
    expect(JSON.stringify(rows)).not.toContain(key)
    await expect(
      runOps(server.deps, 'act withdrawals.pick-up --reference FW-0000000000 --amount "1.00 USD" --reason test', key),
    ).rejects.toThrow(/role/)
  })

  test('ends: after its days, when it is revoked, when its owner leaves', async () => {
    const dave = await office.join('dave', ['administrator'])
    const make = async () => {
      await server.clock.advance(MINUTE_MS)
      return (await dave.post('/keys', { name: 'laptop', days: 1, code: dave.code() })).json().key as string
    }
    const use = (key: string) => runOps(server.deps, 'codes issue --reason test', key)
    const revoked = await make()
    await use(revoked)
    const { items } = (await dave.get('/keys')).json()
    expect(items).toMatchObject([{ name: 'laptop', lastUsedAt: expect.any(String) }])
    await dave.delete(`/keys/${items[0].id}`)
    await expect(use(revoked)).rejects.toThrow(/not valid/)
    const left = await make()
    await server.database.query(`update staff_member set disabled_at = now() where login = 'dave'`)
    await expect(use(left)).rejects.toThrow(/not valid/)
    await server.database.query(`update staff_member set disabled_at = null where login = 'dave'`)
    await use(left)
    await server.database.query('update staff_key set expires_at = $1', [new Date(server.clock.now())])
    await expect(use(left)).rejects.toThrow(/not valid/)
  })

  test('with live funds, and once there are staff accounts, nobody types a name', async () => {
    const line = 'codes issue --actor ada --reason test'
    const withConfig = (changes: object) => ({ ...server.staffDeps, config: { ...server.deps.config, ...changes } })
    const shared = withConfig({ databaseUrl: 'postgres://elsewhere', funds: 'demo' })
    await expect(runOps(shared, line)).rejects.toThrow(/OPS_KEY/)
    await expect(runOps(withConfig({ databaseUrl: undefined, funds: 'live' }), line)).rejects.toThrow(/OPS_KEY/)
    await runOps(withConfig({ databaseUrl: undefined, funds: 'demo' }), line)
  })
})

/** A person with these roles, and their key. */
async function withKey(login: string, roles: StaffRole[]) {
  const person = await office.join(login, roles)
  await server.clock.advance(MINUTE_MS)
  const { key } = (await person.post('/keys', { name: 'desk', days: 30, code: person.code() })).json<{ key: string }>()
  return { person, key }
}

/** The command that credits a deposit of the user. */
async function crediting(user: TestUser) {
  const payload = { id: newId(), channel: 'bank', amount: '20.00' }
  const answer = await server.call(user, 'POST', '/deposits', payload)
  return `act deposits.approve --reference ${answer.json().reference} --amount "20.00 USD" --reason test`
}

test('what the console asks two people for takes two keys, and what one asks for there another agrees to here', async () => {
  const everything: StaffRole[] = ['verifier', 'cashier', 'support', 'market']
  const [eve, fay] = [await withKey('eve', everything), await withKey('fay', everything)]
  const user = await server.registerUser('helped_9')
  const lines = [
    `change-codes.issue --user ${user.account} --kind login`,
    `sessions.end --user ${user.account}`,
    `second-factor.off --user ${user.account}`,
  ]
  for (const line of lines) expect(await runOps(server.deps, `act ${line} --reason test`, eve.key)).toMatch(/waiting/)
  const approve = await crediting(user)
  const { proposal } = JSON.parse(await runOps(server.deps, `${approve} --json`, eve.key))
  await expect(runOps(server.deps, `agree ${proposal}`, eve.key)).rejects.toThrow(/your own/)
  expect(await runOps(server.deps, `agree ${proposal}`, fay.key)).toMatch(/done/)

  const params = { user: String(user.id), kind: 'trade' }
  const asked = (await eve.person.act('reset-codes.issue', params, 'checked on a call')).json()
  expect(await runOps(server.deps, `agree ${asked.proposal}`, fay.key)).toMatch(/code/)
})

describe('a proposal of the command line ends without being carried out', () => {
  let [gil, hal, ida] = [] as unknown as Awaited<ReturnType<typeof withKey>>[]
  let approve: string
  const propose = async (): Promise<string> =>
    JSON.parse(await runOps(server.deps, `${approve} --json`, gil?.key)).proposal
  const end = (who: typeof gil, how: string, proposal: string) =>
    runOps(server.deps, `${how} ${proposal} --reason "not on the account"`, who?.key)
  const carryOut = (proposal: string) => runOps(server.deps, `agree ${proposal}`, hal?.key)
  beforeAll(async () => {
    gil = await withKey('gil', ['cashier'])
    hal = await withKey('hal', ['cashier'])
    ida = await withKey('ida', ['support'])
    approve = await crediting(await server.registerUser('credited_9'))
  })

  test('refused by another with its permission, withdrawn by its author, both audited', async () => {
    const refused = await propose()
    await expect(end(gil, 'refuse', refused)).rejects.toThrow(/your own/)
    await expect(end(ida, 'refuse', refused)).rejects.toThrow(/role/)
    await expect(end(hal, 'withdraw', refused)).rejects.toThrow(/decided or has expired/)
    expect(await end(hal, 'refuse', refused)).toMatch(/refused/)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/hal', action: 'deposits.approve.refused' })
    const withdrawn = await propose()
    await end(gil, 'withdraw', withdrawn)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/gil', action: 'deposits.approve.withdrawn' })
    for (const over of [refused, withdrawn]) {
      await expect(carryOut(over)).rejects.toThrow(/decided or has expired/)
      await expect(end(hal, 'refuse', over)).rejects.toThrow(/decided or has expired/)
    }
    expect(await runOps(server.deps, 'proposals list')).not.toContain('deposits.approve')
  })
})

test('a database that fails is not told as an unknown login', async () => {
  await office.join('present', ['administrator'])
  await server.database.query(
    `update staff_member set disabled_at = now() where login <> 'present' and 'administrator' = any (roles)`,
  )
  await server.database.query('alter table staff_invitation rename to staff_invitation_away')
  await expect(runOps(server.deps, `staff reset present ${TYPED}`)).rejects.toThrow('staff_invitation')
  await server.database.query('alter table staff_invitation_away rename to staff_invitation')
  await server.database.query('update staff_member set disabled_at = null')
})

test('each role has the looks that are its own in the console, and no other one; the rest is for administrators', async () => {
  const looks = ['users show', 'payout-accounts show']
  const desk: Partial<Record<StaffRole, string[]>> = {
    support: looks,
    verifier: ['verifications open'],
    cashier: ['deposits show', 'deposits receipt', 'withdrawals show', 'withdrawals payee'],
    content: ['content draft'],
    auditor: looks,
  }
  const administrators = [
    'codes issue',
    'help-lines add',
    'savings calendar close',
    'savings calendar open',
    'keys rotate',
    'archive restore',
  ]
  const commands = [...new Set([...Object.values(desk).flat(), ...administrators])]
  for (const role of STAFF_ROLES) {
    const { key } = await withKey(`only_${role.slice(0, 5)}`, [role])
    const may = async (command: string) => {
      const [group = '', ...names] = command.split(' ')
      const asked = actorFor(server.staffDeps, { key, typed: undefined, group, name: names.join(' ') })
      return asked.then(
        () => [command],
        () => [],
      )
    }
    const own = role === 'administrator' ? [...administrators, 'content draft'] : (desk[role] ?? [])
    expect([role, (await Promise.all(commands.map(may))).flat().sort()]).toEqual([role, [...own].sort()])
  }
})
