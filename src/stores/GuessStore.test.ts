import { GuessStore, type GuessStoreDeps } from './GuessStore'
import type { OpenCheck } from './openChecks'

const NOW = 1_764_000_000_000
const TERMS = { symbol: 'BTCUSDT', direction: 'up', durationSeconds: 30, acceptedAt: NOW }
const SIGNED = { ok: true, value: { terms: TERMS, signature: '', publicKey: '' } }
const notReady = { ok: false, error: { code: 'receipt_not_ready', details: {}, requestId: '' } }
const READY = { ok: true, value: {} }

/** A store whose server gives these answers, and what it waited for. */
function storeOf({ guess = SIGNED, prices = [READY] as object[], holds = true } = {}) {
  const waits: number[] = []
  const deps = {
    api: {
      guess: async () => guess,
      guessPrices: async () => (prices.length > 1 ? prices.shift() : prices[0]),
      policy: async () => READY,
    },
    checkOpenGuess: () => ({ holds }) as OpenCheck,
    sleep: async (ms: number) => void waits.push(ms),
    serverNow: () => NOW,
  } as unknown as GuessStoreDeps
  return { store: new GuessStore(deps), waits }
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
  [
    'terms of another guess',
    { guess: { ...SIGNED, value: { ...SIGNED.value, terms: { ...TERMS, direction: 'down' } } } },
  ],
  [
    'terms of another time',
    { guess: { ...SIGNED, value: { ...SIGNED.value, terms: { ...TERMS, acceptedAt: NOW - 9e3 } } } },
  ],
])('%s give no result', async (_, given) => {
  const { store, waits } = storeOf(given)
  await store.run('BTCUSDT', 'up')
  expect(store.state).toEqual({ kind: 'failed', why: 'unsure' })
  expect(waits.length).toBeLessThan(25)
})

test('a guess that is refused says that it cannot be made now', async () => {
  const { store } = storeOf({ guess: { ok: false, error: { code: 'feed_stale' } } as never })
  await store.run('BTCUSDT', 'up')
  expect(store.state).toEqual({ kind: 'failed', why: 'busy' })
})
