import type { Me } from '../../contract/accounts'
import type { Savings } from '../../contract/savings'
import { textsOf } from '../e2e/texts'
import { until } from '../support/until'
import { type ClockServer, startClockServer } from './clockServer'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { ask, start, stopAll } from './start'

const t = textsOf('zh-CN')
/** Longer than any weekend between a deposit and the day it is confirmed. */
const DAYS = 6
const minor = (text: string) => Math.round(Number(text) * 100)

let place: ClockServer
beforeAll(async () => {
  place = await startClockServer()
})
afterAll(async () => {
  await place.stop()
})
afterEach(stopAll)

async function moves(
  actor: WeappActor,
  path: '/pages/transfer/transfer' | '/pages/transfer/transfer?direction=out',
  amount: string,
) {
  await actor.open(path)
  await actor.fills(t('savings.amount'), amount)
  const isOut = path.endsWith('out')
  // The amount follows the button's name.
  const move = new RegExp(`^${t(isOut ? 'savings.transferOut' : 'savings.deposit')} · `)
  await actor.presses(move)
  // The sheet that asks has a button of the same name, above the page's.
  await actor.reads('heading', t(isOut ? 'savings.confirm.out' : 'savings.confirm.in'))
  await actor.presses(move)
}

test('money goes into savings, is confirmed days later, earns, and comes back out', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept, at: place })
  await moves(actor, '/pages/transfer/transfer', '100')
  await actor.until('the deposit', () =>
    actor.program.network.log.some((line) => /POST .*savings.* 201/.test(line)) ? true : undefined,
  )
  await actor.open('/pages/money/money')
  await actor.sees(t('savings.pending'))
  expect((await ask<Savings>(kept, '/savings', { at: place })).pending).toBe('100.00')
  actor.program.stop()

  await place.addDays(DAYS)
  const later = await start({ kept, at: place, url: '/pages/index/index' })
  await later.open('/pages/money/money')
  const isConfirmed = async () => minor((await ask<Savings>(kept, '/savings', { at: place })).confirmed) >= 10_000
  await until('the confirmed share', isConfirmed, { everyMs: 200 })
  await moves(later, '/pages/transfer/transfer?direction=out', '40')
  await later.until('the transfer out', () =>
    later.program.network.log.some((line) => /POST .*savings.* 201/.test(line)) ? true : undefined,
  )
  const me = await ask<Me>(kept, '/me', { at: place })
  expect(minor(me.balance.available)).toBe(1_000_000 - 10_000 + 4_000)
  const savings = await ask<Savings>(kept, '/savings', { at: place })
  expect(minor(savings.allEarnings)).toBeGreaterThan(0)
  await later.open('/pages/Particulars/Particulars')
  await later.sees(t('common.noMore'))
  expect([...actor.program.complaints, ...later.program.complaints]).toEqual([])
})
