import { STAFF_ACTION_NAMES, STAFF_ROLES, type StaffRole } from '../../../../contract/console'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { newId } from '../../../test/ids'
import { runOps } from '../../../test/ops'
import { createTestConsole, STAFF_PASSWORD, type StaffConsole } from '../../../test/staff'
import { MINUTE_MS } from '../../shared/time'
import { actorFor } from '../actor'

let server: TestApp
let office: StaffConsole
beforeAll(async () => {
  server = await createTestApp()
  office = await createTestConsole(server)
}, 60_000)
afterAll(() => office.close())

const TYPED = '--actor ada --reason "lost her phone"'
const problemOf = (answer: { json(): { problem?: string } }) => answer.json().problem
const tokenIn = (output: string) => /invitation#([\w-]{43})/.exec(output)?.[1] ?? ''
const lastEntry = async () =>
  (
    await server.database.query<{ actor: string; action: string; subject: string }>(
      'select actor, action, subject from audit_entry order by id desc limit 1',
    )
  )[0]

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
  const asked = (await one.post('/actions/staff.reset', { params: { login: 'lone' }, reason: 'lost the phone' })).json()
  expect(asked.state).toBe('waiting')
  const { token } = (await two.post(`/proposals/${asked.proposal}/agree`)).json().result
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
    await expect(runOps(server.deps, 'withdrawals pick-up FW-0000000000 --reason test', key)).rejects.toThrow(/roles/)
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
  const answer = await server.inject({ method: 'POST', url: '/api/deposits', headers: user.headers, payload })
  return `deposits approve ${answer.json().reference} --amount "20.00 USD" --reason test`
}

test('what the console asks two people for, a key alone does not do', async () => {
  const everything: StaffRole[] = ['verifier', 'cashier', 'support', 'market']
  const [{ key: first }, { key: second }] = [await withKey('eve', everything), await withKey('fay', everything)]
  const user = await server.registerUser('helped_9')
  const commands = [
    ...[`verify approve ${user.account}`, `verify reject ${user.account} --for other --note "no name"`],
    ...['deposits reject FD-0000000000 --for other --note "no money"', 'withdrawals pick-up FW-0000000000'],
    ...['withdrawals reject FW-0000000000 --for other --note "no money"', `payout-accounts reopen ${user.account}`],
    ...[`change-codes issue ${user.account} --kind login`, `second-factor off ${user.account}`],
    'products maintenance BTCUSDT on',
  ]
  for (const command of commands)
    await expect(runOps(server.deps, `${command} --reason test`, first)).rejects.toThrow(/needs two people/)

  const approve = await crediting(user)
  expect(await runOps(server.deps, approve, first)).toMatch(/waiting for a second operator/)
  const approval = /approval\s+(\d+)/.exec(await runOps(server.deps, approve, first))?.[1]
  await expect(runOps(server.deps, `${approve} --approval ${approval}`, first)).rejects.toThrow(/is yours/)
  expect(await runOps(server.deps, `${approve} --approval ${approval}`, second)).toMatch(/successful/)
})

describe('a proposal of the command line ends without being carried out', () => {
  let [gil, hal, ida] = [] as unknown as Awaited<ReturnType<typeof withKey>>[]
  let approve: string
  const open = async () => JSON.parse(await runOps(server.deps, 'approvals list --json')) as { approval: number }[]
  const propose = async () => {
    const { approval } = JSON.parse(await runOps(server.deps, `${approve} --json`, gil?.key))
    return approval as number
  }
  const end = (who: typeof gil, how: string, approval: number) =>
    runOps(server.deps, `approvals ${how} ${approval} --reason "not on the account"`, who?.key)
  const carryOut = (approval: number) => runOps(server.deps, `${approve} --approval ${approval}`, hal?.key)
  beforeAll(async () => {
    gil = await withKey('gil', ['cashier'])
    hal = await withKey('hal', ['cashier'])
    ida = await withKey('ida', ['support'])
    approve = await crediting(await server.registerUser('credited_9'))
  }, 60_000)

  test('there: refused by another with its permission, withdrawn by its author, both audited', async () => {
    const refused = await propose()
    await expect(end(gil, 'refuse', refused)).rejects.toThrow(/is yours/)
    await expect(end(ida, 'refuse', refused)).rejects.toThrow(/roles/)
    await expect(end(hal, 'withdraw', refused)).rejects.toThrow(/no open proposal/)
    expect(await end(hal, 'refuse', refused)).toMatch(/refused/)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/hal', action: 'deposits.approve.refused' })
    const withdrawn = await propose()
    await end(gil, 'withdraw', withdrawn)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/gil', action: 'deposits.approve.withdrawn' })
    for (const over of [refused, withdrawn]) {
      await expect(carryOut(over)).rejects.toThrow(/no open proposal/)
      await expect(end(hal, 'refuse', over)).rejects.toThrow(/no open proposal/)
    }
    expect((await open()).map(({ approval }) => approval)).not.toContain(refused)
  })

  test('in the console, which lists it to those whom it concerns', async () => {
    const listed = async (who: typeof gil) => (await who?.person.get('/proposals'))?.json().commands
    const approval = await propose()
    const row = { id: String(approval), action: 'deposits.approve', proposedBy: 'staff/gil', reason: 'test' }
    expect(await listed(gil)).toContainEqual(expect.objectContaining({ ...row, mine: true }))
    expect(await listed(hal)).toContainEqual(expect.objectContaining({ ...row, mine: false }))
    expect(await listed(ida)).toEqual([])
    const path = `/command-proposals/${approval}`
    const refuse = (who: typeof gil) => who?.person.post(`${path}/refuse`, { reason: 'asked twice' })
    expect([await refuse(gil), await refuse(ida)].map((answer) => answer && problemOf(answer))).toEqual([
      'proposal_own',
      'forbidden',
    ])
    expect((await refuse(hal))?.statusCode).toBe(200)
    expect(await lastEntry()).toMatchObject({ actor: 'staff/hal', action: 'deposits.approve.refused' })
    const mine = await propose()
    expect((await gil?.person.post(`/command-proposals/${mine}/withdraw`))?.statusCode).toBe(200)
    for (const over of [approval, mine]) await expect(carryOut(over)).rejects.toThrow(/no open proposal/)
    const ended = async (who: typeof gil, outcome: string) =>
      (await who?.person.get(`/ended-command-proposals?outcome=${outcome}&limit=1`))?.json().items
    expect(await ended(hal, 'refused')).toMatchObject([
      {
        ...{ id: String(approval), action: 'deposits.approve', proposedBy: 'staff/gil', decidedBy: 'staff/hal' },
        ...{ decisionReason: 'asked twice', endedAt: new Date(server.clock.now()).toISOString() },
      },
    ])
    expect(await ended(hal, 'withdrawn')).toMatchObject([{ id: String(mine), decidedBy: 'staff/gil' }])
    expect(await ended(ida, 'refused')).toEqual([])
  })

  test('and one that runs out is over', async () => {
    const approval = await propose()
    await server.clock.advance(25 * 60 * MINUTE_MS)
    await expect(end(hal, 'refuse', approval)).rejects.toThrow(/no open proposal/)
  })
})

test('each role has the commands that are its own in the console, and no other one; the rest is for administrators', async () => {
  const looks = ['users show', 'payout-accounts show']
  const desk: Partial<Record<StaffRole, string[]>> = {
    support: [...looks, 'payout-accounts reopen', 'change-codes issue', 'reset-codes issue', 'second-factor off'],
    verifier: ['verify approve', 'verify open'],
    cashier: ['deposits show', 'deposits approve', 'withdrawals show', 'withdrawals pick-up'],
    content: ['content draft', 'content publish', 'content withdraw', 'content announce', 'savings income set'],
    market: ['products change', 'products maintenance'],
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
  const ofAdministrator = [...administrators, ...(desk.content ?? []), ...(desk.market ?? [])]
  const commands = [...new Set([...Object.values(desk).flat(), ...administrators])]
  // The rule of two people is tested separately.
  const config = {
    ...server.deps.config,
    console: { port: 0, alone: new Map(STAFF_ACTION_NAMES.map((name) => [name, null])) },
  }
  for (const role of STAFF_ROLES) {
    const { key } = await withKey(`only_${role.slice(0, 5)}`, [role])
    const may = async (command: string) => {
      const [group = '', ...names] = command.split(' ')
      const asked = actorFor({ ...server.staffDeps, config }, { key, typed: undefined, group, name: names.join(' ') })
      return asked.then(
        () => [command],
        () => [],
      )
    }
    const own = role === 'administrator' ? ofAdministrator : (desk[role] ?? [])
    expect([role, (await Promise.all(commands.map(may))).flat().sort()]).toEqual([role, [...own].sort()])
  }
  const { key } = await withKey('editor_2', ['content'])
  for (const command of ['content publish about', 'content withdraw about', 'savings income set 2026-11-20 0.5'])
    await expect(runOps(server.deps, `${command} --reason test`, key)).rejects.toThrow(/needs two people/)
})
