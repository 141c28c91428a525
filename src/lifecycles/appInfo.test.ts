import { appInfoOf } from '../../test/client/factories'
import { answered, fakeHttp } from '../../test/client/http'
import { makeStores } from '../../test/client/stores'
import { startAppInfo } from './appInfo'

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-03-02T10:00:00.000Z') }))
afterEach(() => jest.useRealTimers())

/** A server whose clock is a minute ahead. */
function start(isKnown: boolean) {
  let asked = 0
  const http = fakeHttp({
    getAppInfo: () => {
      asked += 1
      return answered(appInfoOf({ serverAt: new Date(Date.now() + 60_000).toISOString() }))
    },
  })
  const stores = makeStores(http)
  const lifecycle = startAppInfo({
    http,
    session: stores.session,
    connection: stores.connection,
    isKnown,
  })
  return { lifecycle, offset: () => stores.connection.serverOffsetMs, asked: () => asked }
}

test('the server is asked at the start, and its clock is known', async () => {
  const { lifecycle, offset, asked } = start(false)
  await jest.advanceTimersByTimeAsync(0)
  expect([asked(), offset()]).toEqual([1, 60_000])
  lifecycle.dispose()
})

test('what came with the page is asked for a little later, which tells the clock also where no stream opens', async () => {
  const { lifecycle, offset, asked } = start(true)
  await jest.advanceTimersByTimeAsync(9_000)
  expect([asked(), offset()]).toEqual([0, 0])
  await jest.advanceTimersByTimeAsync(1_000)
  expect([asked(), offset()]).toEqual([1, 60_000])
  lifecycle.dispose()
})
