import type { Activity } from '../../contract/accountLimits'
import { answered, fakeHttp } from '../../test/client/http'
import type { SessionTime } from './persistence/sessionTime'
import { SessionTimeStore } from './SessionTimeStore'

const MINUTE_MS = 60_000
const START = 1_800_000_000_000
const activity: Activity = { orders: 3, stakes: '30.00', profitLoss: '-10.00' }

function make(kept: { time?: SessionTime } = {}) {
  const asked: unknown[] = []
  const store = new SessionTimeStore({
    http: fakeHttp({
      getActivity({ query: { since } }) {
        asked.push(since)
        return answered(activity)
      },
    }),
    kept: {
      read: () => kept.time,
      write: (time) => {
        kept.time = time
      },
      remove: () => {
        delete kept.time
      },
    },
  })
  const stay = (minutes: number, from = 0) => {
    for (let at = from; at <= from + minutes; at += 1) store.touch('ada', START + at * MINUTE_MS)
  }
  return { store, asked, kept, stay }
}

test('the reminder is due after the limit, says what was done, and comes again after an answer', async () => {
  const { store, asked, stay } = make()
  store.setLimit(30)
  stay(29)
  expect([store.isDue, asked]).toEqual([false, []])
  stay(1, 29)
  expect([store.isDue, store.minutes]).toEqual([true, 30])
  await Promise.resolve()
  expect([asked, store.activity]).toEqual([[START], activity])
  store.answer()
  expect(store.isDue).toBe(false)
  stay(30, 31)
  expect([store.isDue, store.minutes]).toEqual([true, 61])
})

test('a reload goes on with the session, a pause begins a new one, an open reminder outlasts both', () => {
  const { store, kept, stay } = make()
  store.setLimit(30)
  stay(20)
  const reloaded = make(kept)
  reloaded.store.setLimit(30)
  reloaded.stay(5, 21)
  expect(reloaded.store.minutes).toBe(26)
  reloaded.stay(1, 60)
  expect(reloaded.store.minutes).toBe(1)
  reloaded.stay(30, 61)
  expect(reloaded.store.isDue).toBe(true)
  reloaded.stay(1, 300)
  expect(reloaded.store.isDue).toBe(true)
})

test('without a limit, for another user and after logging out nothing is due', () => {
  const { store, kept, stay } = make()
  stay(600)
  expect(store.isDue).toBe(false)
  store.setLimit(30)
  expect(store.isDue).toBe(true)
  store.touch('bob', START + 601 * MINUTE_MS)
  expect([store.isDue, store.minutes]).toEqual([false, 0])
  store.reset()
  expect([kept.time, store.isDue]).toEqual([undefined, false])
})
