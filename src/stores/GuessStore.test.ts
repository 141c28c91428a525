import { type Answers, answered, fakeHttp, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import { GuessStore } from './GuessStore'
import type { OpenCheck } from './openChecks'

const NOW = 1_764_000_000_000
const TERMS = { symbol: 'BTCUSDT', direction: 'up', durationSeconds: 30, acceptedAt: NOW }
const signed = (changes: object = {}) => answered({ terms: { ...TERMS, ...changes }, signature: '', publicKey: '' })
const notReady = refused('receipt_not_ready')
const READY = answered({})

interface Given {
  guess?: Answers['makeGuess']
  prices?: ApiResult<unknown>[]
  holds?: boolean
}

/** A store whose server gives these answers, and what it waited for. */
function storeOf({ guess = signed(), prices = [READY], holds = true }: Given = {}) {
  const waits: number[] = []
  const store = new GuessStore({
    http: fakeHttp({
      makeGuess: guess,
      getGuessPrices: () => (prices.length > 1 && prices.shift()) || (prices[0] ?? READY),
      getProofPolicy: READY,
    }),
    checkOpenGuess: () => ({ holds }) as OpenCheck,
    sleep: async (ms: number) => void waits.push(ms),
    serverNow: () => NOW,
  })
  return { store, waits }
}

test('a guess waits for its end, then for a head that is complete, and is verified', async () => {
  const { store, waits } = storeOf({ prices: [notReady, notReady, READY] })
  await store.run('BTCUSDT', 'up')
  expect(store.state).toEqual({ kind: 'done', check: { holds: true } })
  expect(waits).toEqual([30_000, 1_000, 1_000])
})

test.each([
  ['prices that do not hold', { holds: false }],
  ['prices that never come', { prices: [notReady] }],
  ['terms of another guess', { guess: signed({ direction: 'down' }) }],
  ['terms of another time', { guess: signed({ acceptedAt: NOW - 9e3 }) }],
] satisfies [string, Given][])('%s give no result', async (_, given) => {
  const { store, waits } = storeOf(given)
  await store.run('BTCUSDT', 'up')
  expect(store.state).toEqual({ kind: 'failed', why: 'unsure' })
  expect(waits.length).toBeLessThan(25)
})

test('a guess that is refused says that it cannot be made now', async () => {
  const { store } = storeOf({ guess: refused('feed_stale') })
  await store.run('BTCUSDT', 'up')
  expect(store.state).toEqual({ kind: 'failed', why: 'busy' })
})
