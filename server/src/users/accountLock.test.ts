import { v7 } from 'uuid'
import { codeOf } from '../../../test/support/answers'
import { until } from '../../../test/support/until'
import { asked } from '../../test/asks'
import { newId } from '../../test/ids'
import { countWaiting } from '../../test/locks'
import { user, wallet, withWallet } from '../../test/walletOfFile'
import { DAY_MS } from '../shared/time'
import { lockAccount } from './accountLock'

/**
 * A transaction that moves a user's money waits for it in the commit, as for a disk or a replica that does not answer.
 */
const COMMIT_LOCK = 4_711

withWallet()
beforeAll(async () => {
  await wallet.database.query(
    `create function wait_at_commit() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(${COMMIT_LOCK}); return null; end $$`,
  )
  await wallet.database.query(
    `create constraint trigger wait_at_commit after update on ledger_account deferrable initially deferred
       for each row execute function wait_at_commit()`,
  )
})

const untilWaiting = (count: number) =>
  until(`${count} wait`, async () => (await countWaiting(wallet.database)) === count)
const find = (path: string, id: string) => wallet.call(user, 'GET', `/${path}/${id}`)

test.each([
  ['orders', () => asked(wallet.body())],
  ['deposits', () => ({ id: newId(), channel: 'demo', amount: '100.00' })],
  ['withdrawals', () => wallet.withdrawal()],
])('of %s nothing is called missing whose commit still waits', async (path, bodyOf) => {
  await wallet.clock.advance(1_000)
  await wallet.tick('100')
  const body = bodyOf()
  const { sent, asked } = await wallet.database.withTransaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [COMMIT_LOCK])
    const sent = wallet.call(user, 'POST', `/${path}`, body)
    await untilWaiting(1)
    const early = await find(path, body.id)
    expect([early.statusCode, codeOf(early)]).toEqual([503, 'unavailable'])
    const asked = find(path, body.id)
    await untilWaiting(2)
    return { sent, asked }
  })
  expect((await sent).statusCode).toBe(201)
  for (const answer of [await asked, await find(path, body.id)]) {
    expect([answer.statusCode, answer.json().id]).toEqual([200, body.id])
  }
})

test('an unknown id is not found where nothing is under way, and one of another day even then', async () => {
  for (const path of ['orders', 'deposits', 'withdrawals']) expect(codeOf(await find(path, newId()))).toBe('not_found')
  const old = v7({ msecs: wallet.clock.now() - 2 * DAY_MS })
  await wallet.database.withTransaction(async (tx) => {
    await lockAccount(tx, user.id)
    expect(codeOf(await find('deposits', old))).toBe('not_found')
    expect(codeOf(await find('deposits', newId()))).toBe('unavailable')
  })
})
