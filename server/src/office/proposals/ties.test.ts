import { depsOfStaff } from '../../../test/app'
import { runOps } from '../../../test/ops'
import { createTestConsole, problemOf, type StaffConsole, type TestStaff } from '../../../test/staff'
import { createWallet, type Wallet } from '../../../test/wallet'
import { loadConfig } from '../../config'
import { DAY_MS } from '../../shared/time'

// One person with the right to invite is not two people (PRODUCT.md 20.3).

const APART_MS = 30 * DAY_MS
let server: Wallet
let office: StaffConsole
let ada: TestStaff
beforeEach(async () => {
  const { operator } = loadConfig({})
  server = await createWallet({
    config: { console: { port: 0, alone: new Map() }, operator: { ...operator, apartMs: APART_MS } },
  })
  office = await createTestConsole(server)
  ada = await office.join('ada', ['administrator', 'cashier'])
})
afterEach(() => office.close())

async function invite(by: TestStaff, login: string, roles: string[], second?: TestStaff): Promise<TestStaff> {
  const asked = await by.act('staff.invite', { login, name: login, roles })
  const done = second ? await second.agree(asked.json().proposal) : asked
  return office.accept(done.json<{ result: { token: string } }>().result.token)
}

/** A credit that this person asks for, of a deposit that nobody paid. */
async function asks(who: TestStaff): Promise<string> {
  const deposit = await server.deposit(await server.registerReady(), { amount: '4000.00' })
  const { reference } = deposit.json<{ reference: string }>()
  await who.claim('deposits', reference)
  const asked = await who.act('deposits.approve', { reference, amount: '4000.00', late: false })
  expect(asked.json()).toMatchObject({ state: 'waiting' })
  return asked.json<{ proposal: string }>().proposal
}

test('an administrator alone credits no money with somebody whom they invited', async () => {
  const ghost = await invite(ada, 'ghost', ['cashier'])
  for (const [one, other] of [
    [ada, ghost],
    [ghost, ada],
  ] as const)
    expect(problemOf(await other.agree(await asks(one)))).toBe('proposal_tied')
  const { items } = (await ghost.get('/proposals')).json()
  expect(items.map(({ agreers }: { agreers: string[] }) => agreers)).toEqual([[], []])
  expect(items.some(({ mayAgree }: { mayAgree: boolean }) => mayAgree)).toBe(false)
})

test('nor do two whom one administrator invited alone, however long ago; two others may confirm them', async () => {
  let [ghost, other] = [await invite(ada, 'ghost', ['cashier']), await invite(ada, 'other', ['cashier'])]
  expect(problemOf(await other.agree(await asks(ghost)))).toBe('proposal_tied')
  await server.clock.advance(12 * APART_MS)
  ;[ada, ghost, other] = [await office.signIn(ada), await office.signIn(ghost), await office.signIn(other)]
  expect(problemOf(await other.agree(await asks(ghost)))).toBe('proposal_tied')
  expect(problemOf(await ghost.agree(await asks(ada)))).toBe('proposal_tied')
  const [abe, eve] = [await office.join('abe', ['administrator']), await office.join('eve', ['administrator'])]
  const confirm = (by: TestStaff, login: string) => by.act('staff.confirm', { login })
  // Neither the one who let them in, nor one person alone.
  expect(problemOf(await abe.agree(await confirm(ada, 'ghost')))).toBe('proposal_tied')
  await ada.post(`/proposals/${(await ada.get('/proposals')).json().items.at(-1)?.id}/withdraw`)
  const asked = await confirm(abe, 'ghost')
  expect(asked.json()).toMatchObject({ state: 'waiting' })
  expect(problemOf(await ada.agree(asked))).toBe('proposal_tied')
  expect((await eve.agree(asked)).statusCode).toBe(200)
  const staff = (await eve.get('/staff')).json<{ items: { login: string; letInAlone: boolean }[] }>()
  const alone = staff.items.filter(({ letInAlone }) => letInAlone).map(({ login }) => login)
  expect(alone).toEqual(['other'])
  expect((await other.agree(await asks(ghost))).statusCode).toBe(200)
  expect(problemOf(await other.agree(await asks(ada)))).toBe('proposal_tied')
})

test('whom two people let in is tied to both for the time that is set', async () => {
  const abe = await office.join('abe', ['administrator', 'cashier'])
  const cyd = await invite(ada, 'cyd', ['cashier'], abe)
  expect(problemOf(await abe.agree(await asks(cyd)))).toBe('proposal_tied')
  await server.clock.advance(APART_MS)
  expect((await (await office.signIn(abe)).agree(await asks(await office.signIn(cyd)))).statusCode).toBe(200)
})

test('with live funds one administrator alone lets nobody in', async () => {
  await office.join('bea', ['cashier'])
  depsOfStaff(server.deps).config.funds = 'live'
  for (const [action, params] of [
    ['staff.invite', { login: 'eve', name: 'eve', roles: ['cashier'] }],
    ['staff.reset', { login: 'bea' }],
  ] as const)
    expect(problemOf(await ada.act(action, params))).toBe('second_administrator_missing')
  // Somebody who leaves can still be kept out.
  expect((await ada.act('staff.disable', { login: 'bea' })).statusCode).toBe(200)
})

test('a reset or a link of an account makes nobody the second person of who did it', async () => {
  const bea = await office.join('bea', ['cashier'])
  const proposal = await asks(ada)
  expect((await bea.agree(proposal)).statusCode).toBe(200)
  const reset = await ada.act('staff.reset', { login: 'bea' })
  const taken = await office.accept(reset.json<{ result: { token: string } }>().result.token)
  expect(problemOf(await taken.agree(await asks(ada)))).toBe('proposal_tied')
})

test('one administrator makes no other, by invitation or by roles; the command line lets the second one in', async () => {
  await office.join('bea', ['cashier'])
  const roles = ['administrator']
  for (const [action, params] of [
    ['staff.invite', { login: 'eve', name: 'eve', roles }],
    ['staff.roles', { login: 'bea', roles }],
  ] as const)
    expect(problemOf(await ada.act(action, params))).toBe('second_administrator_missing')
  const command = (login: string) =>
    runOps(server.deps, `staff administrator ${login} ${login} --actor root --reason second`)
  const abe = await office.accept(/invitation#([\w-]+)/.exec(await command('abe'))?.[1] ?? '')
  await expect(command('third')).rejects.toThrow('There are two administrators')
  // Both know of these two: they are no second person with either, but with each other.
  const [cyd, dan] = [await invite(ada, 'cyd', ['cashier'], abe), await invite(ada, 'dan', ['cashier'], abe)]
  expect(problemOf(await ada.agree(await asks(cyd)))).toBe('proposal_tied')
  const proposal = await asks(cyd)
  const { items } = (await dan.get('/proposals')).json()
  expect(items.find(({ id }: { id: string }) => id === proposal)).toMatchObject({
    agreers: ['bea', 'dan'],
    mayAgree: true,
  })
  expect((await dan.agree(proposal)).statusCode).toBe(200)
})
