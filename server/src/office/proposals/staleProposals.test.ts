import type { StaffRole } from '../../../../contract/console'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { idNumberOf } from '../../../test/personal'
import { submitVerification } from '../../../test/photos'
import { problemOf, type TestStaff } from '../../../test/staff'

const roles: StaffRole[] = ['verifier', 'cashier']
const { ann, ben, cai } = withConsole(
  { ann: roles, ben: roles, cai: roles },
  { config: { console: { port: 0, alone: new Map() } } },
)

const openOf = async (who: TestStaff) =>
  (await who.get('/proposals')).json<{ items: { id: string; subject: string }[] }>().items

async function withdrawn() {
  const answer = await server.withdraw(await server.registerReady())
  return { reference: answer.json<{ reference: string }>().reference, amount: '100.00' }
}

/** From nobody's hands into these, with the other's agreement. */
async function pickUp(who: TestStaff, other: TestStaff, money: { reference: string }) {
  await who.claim('withdrawals', money.reference)
  const asked = await who.act('withdrawals.pick-up', money)
  expect((await other.agree(asked)).json()).toMatchObject({ state: 'done' })
}

test('what was asked for about one submission decides on no later one', async () => {
  const user = await server.registerUser()
  const key = String(user.id)
  const look = async (who: TestStaff) => {
    await who.claim('verifications', key)
    expect((await who.post(`/verifications/${key}/open`)).statusCode).toBe(200)
  }
  await submitVerification(server, user, idNumberOf(500))
  await look(ann)
  const approval = await ann.act('verifications.approve', { user: key })
  await ann.delete(`/queues/verifications/${key}/claim`)
  await look(ben)
  const rejection = await ben.act('verifications.reject', { user: key, told: 'photo_unclear' })
  expect((await cai.agree(rejection)).json()).toMatchObject({ state: 'done' })
  await server.clock.advance(60_000)
  // Another document, which only one person has seen.
  await submitVerification(server, user, idNumberOf(501))
  await look(ben)
  expect(problemOf(await ben.agree(approval))).toBe('proposal_over')
  expect(await server.deps.verification.isVerified(user.id)).toBe(false)
})

test('the word that nothing was sent is about the pick-up that it was given for, and returns no money after another', async () => {
  const money = await withdrawn()
  await pickUp(ann, ben, money)
  const rejection = await ann.act('withdrawals.reject', {
    reference: money.reference,
    told: 'security_check',
    notSent: true,
  })
  expect(
    (await ben.agree(await ann.act('withdrawals.hand-back', { reference: money.reference }))).json(),
  ).toMatchObject({ state: 'done' })
  await ann.delete(`/queues/withdrawals/${money.reference}/claim`)
  await server.clock.advance(60_000)
  await pickUp(cai, ben, money)
  expect(problemOf(await ben.agree(rejection))).toBe('not_sent_missing')
})

test('proposals of somebody who has left end, so that others can ask for the same', async () => {
  const eve = await office.join('eve', ['cashier'])
  await office.join('one', ['administrator'])
  const two = await office.join('two', ['administrator'])
  const one = await office.join('three', ['administrator'])
  const money = await withdrawn()
  await eve.claim('withdrawals', money.reference)
  const asked = await eve.act('withdrawals.pick-up', money)
  expect((await one.agree(await two.act('staff.disable', { login: 'eve' }))).json()).toMatchObject({ state: 'done' })
  expect((await openOf(ann)).map(({ subject }) => subject)).not.toContain(money.reference)
  expect(problemOf(await ann.agree(asked))).toBe('proposal_over')
  await server.database.query('delete from queue_claim')
  await pickUp(ann, ben, money)
  const { items } = (await ben.get('/ended-proposals?outcome=expired')).json()
  expect(items[0]).toMatchObject({ id: asked.json().proposal, proposedBy: 'eve', decidedBy: null })
})

test('what somebody asked for ends with the role that they lose, and stays over when they get it back', async () => {
  const [eva, max] = [await office.join('eva', ['administrator']), await office.join('max', ['administrator'])]
  const money = await withdrawn()
  await ann.claim('withdrawals', money.reference)
  const pickUp = await ann.act('withdrawals.pick-up', money)
  for (const roles of [['verifier'], ['verifier', 'cashier']])
    expect((await max.agree(await eva.act('staff.roles', { login: 'ann', roles }))).json()).toMatchObject({
      state: 'done',
    })
  expect(problemOf(await ben.agree(pickUp))).toBe('proposal_over')
  // It keeps nobody from asking again.
  await ann.delete(`/queues/withdrawals/${money.reference}/claim`)
  await ben.claim('withdrawals', money.reference)
  expect((await ben.act('withdrawals.pick-up', money)).json()).toMatchObject({ state: 'waiting' })
})
