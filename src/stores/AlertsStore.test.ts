import type { CreatePriceAlert, PriceAlert } from '../../contract/alerts'
import { alertOf } from '../../test/client/factories'
import { answered, fakeHttp, refused } from '../../test/client/http'
import { settle } from '../../test/client/sending'
import type { FailureCode } from '../domain/loadable'
import { AlertsStore } from './AlertsStore'

function create() {
  const server = new Map<string, PriceAlert>()
  const created: CreatePriceAlert[] = []
  const state: { code: FailureCode | undefined } = { code: undefined }
  const alerts = new AlertsStore({
    http: fakeHttp({
      createPriceAlert({ body }) {
        created.push(body)
        if (state.code) return refused(state.code)
        const alert = server.get(body.id) ?? alertOf(body.id, body)
        server.set(body.id, alert)
        return answered(alert)
      },
      listPriceAlerts({ query }) {
        if (state.code) return refused(state.code)
        return answered({
          items: [...server.values()].filter((alert) => alert.state === query.state),
          nextCursor: null,
        })
      },
      cancelPriceAlert({ params: { id } }) {
        if (state.code) return refused(state.code)
        const alert = server.get(id)
        if (!alert) return refused('not_found')
        const next: PriceAlert = alert.state === 'active' ? { ...alert, state: 'cancelled' } : alert
        server.set(id, next)
        return answered(next)
      },
    }),
    now: () => 1,
    randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(Math.random() * 256)),
  })
  const trigger = (id: string) =>
    server.set(id, {
      ...alertOf(id),
      ...server.get(id),
      state: 'triggered',
      tick: { sequence: 7, at: 1, price: '111' },
    })
  return { alerts, server, state, created, trigger }
}
const WISH = { symbol: 'BTCUSDT', direction: 'above', price: '110.0' } as const

test('what waits no more and came true is news, once; what was taken back is none', async () => {
  const { alerts, server, trigger } = create()
  for (const id of ['a', 'b', 'c', 'old']) server.set(id, alertOf(id))
  trigger('old')
  await alerts.load()
  expect(alerts.waiting.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(alerts.justTriggered).toEqual([])
  trigger('a')
  await alerts.cancel(alertOf('b'))
  await alerts.load()
  expect(alerts.justTriggered.map(({ id }) => id)).toEqual(['a'])
  expect(alerts.waiting.map(({ id }) => id)).toEqual(['c'])
  const news = alerts.justTriggered
  await alerts.load()
  expect(alerts.justTriggered).toBe(news)
  expect(alerts.triggeredOn('BTCUSDT').map(({ id }) => id)).toEqual(['a', 'old'])
  expect(alerts.triggeredOn('XAUUSD')).toEqual([])
})

test('a wish whose answer was lost is the same alert when it is sent again', async () => {
  const { alerts, created, state } = create()
  state.code = 'network'
  expect((await alerts.create(WISH)).ok).toBe(false)
  await alerts.create(WISH)
  state.code = undefined
  await alerts.create(WISH)
  expect(new Set(created.map(({ id }) => id)).size).toBe(1)
  expect(alerts.waiting).toHaveLength(1)
  await alerts.create({ ...WISH, price: '120.0' })
  expect(new Set(created.map(({ id }) => id)).size).toBe(2)
  expect(alerts.waitingOn('BTCUSDT').map(({ price }) => price)).toEqual(['120.0', '110.0'])
})

test('a refused deletion brings the alert back, and one that came too late says so', async () => {
  const { alerts, server, state, trigger } = create()
  server.set('a', alertOf('a'))
  await alerts.load()
  state.code = 'unavailable'
  expect((await alerts.cancel(alertOf('a'))).ok).toBe(false)
  expect(alerts.waiting.map(({ id }) => id)).toEqual(['a'])
  state.code = undefined
  trigger('a')
  const late = await alerts.cancel(alertOf('a'))
  expect(late.ok && late.value.state).toBe('triggered')
  await settle()
  expect(alerts.triggered.items.map(({ id }) => id)).toEqual(['a'])
  expect(alerts.waiting).toEqual([])
})

test('a logout leaves nothing', async () => {
  const { alerts, server } = create()
  server.set('a', alertOf('a'))
  await alerts.load()
  expect(alerts.waiting).toHaveLength(1)
  const late = alerts.load()
  alerts.show('BTCUSDT')
  alerts.reset()
  await late
  expect([alerts.active.state.kind, alerts.shown, alerts.waiting]).toEqual(['idle', undefined, []])
})

test('an alert that exists already, or one too many, brings the list up to date', async () => {
  const { alerts, server, state } = create()
  server.set('elsewhere', alertOf('elsewhere'))
  state.code = 'alert_exists'
  await alerts.create(WISH)
  state.code = undefined
  await alerts.load()
  expect(alerts.waiting.map(({ id }) => id)).toEqual(['elsewhere'])
})
