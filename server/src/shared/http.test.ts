import type { FastifyRequest } from 'fastify'
import { TestClock } from '../../test/testClock'
import { createBus } from './bus'
import { localeOf } from './http'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['zh-TW', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['fr-CA', 'fr-FR'],
  ['sv, ko-KR;q=0.5', 'ko-KR'],
  ['*', 'zh-CN'],
  ['', 'zh-CN'],
  [undefined, 'zh-CN'],
])('Accept-Language %s is %s', (header, expected) => {
  const request = { headers: { 'accept-language': header } } as FastifyRequest
  expect(localeOf(request)).toBe(expected)
})

test('a listener that fails keeps nobody else from hearing', () => {
  const errors: unknown[] = []
  const heard: string[] = []
  const bus = createBus((error) => errors.push(error))
  bus.subscribe('product', () => {
    throw new Error('deaf')
  })
  const end = bus.subscribe('product', ({ symbol }) => heard.push(symbol))
  bus.publish({ type: 'product', symbol: 'BTCUSDT' })
  end()
  bus.publish({ type: 'product', symbol: 'ETHUSDT' })
  expect(heard).toEqual(['BTCUSDT'])
  expect(errors).toHaveLength(2)
})

test('sleepers of the test clock wake in order, each at its own instant', async () => {
  const clock = new TestClock(0)
  const woken: [string, number][] = []
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms)
    woken.push([name, clock.now()])
    if (name === 'early') await sleeper('again', 10)
  }
  void sleeper('late', 50)
  void sleeper('early', 20)
  const control = new AbortController()
  void clock.sleep(30, control.signal).then(() => woken.push(['aborted', clock.now()]))
  control.abort()
  await clock.advance(100)
  expect(woken).toEqual([
    ['aborted', 0],
    ['early', 20],
    ['again', 30],
    ['late', 50],
  ])
})
