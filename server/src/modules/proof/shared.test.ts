import { floor, withFloor } from '../../../test/floorOfFile'

withFloor()

test('a receipt is open by its code only while its user shares it, and shows nothing of the account', async () => {
  const [user, other] = [await floor.registerUser(), await floor.registerUser()]
  await floor.tick('100')
  const body = floor.body()
  await floor.place(user, body)
  const url = `/api/orders/${body.id}/shared`
  const share = (shared: boolean, { headers } = user) =>
    floor.inject({ method: 'PUT', url, headers, payload: { shared } })
  expect((await share(true)).json().code).toBe('receipt_not_ready')
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  await floor.clock.advance(1_100)
  const own = (await floor.call(user, 'GET', `/orders/${body.id}/receipt`)).json()
  // test/proof/sharedCode.test.ts compares it with the codes that people are shown.
  let code = '000000000000'
  const open = async () => (await floor.inject({ url: `/api/proof/shared/${code}` })).json()
  expect((await open()).code).toBe('not_found')
  expect((await share(true, other)).json().code).toBe('receipt_not_ready')
  expect((await share(true)).json()).toEqual({ shared: true })
  code = (await floor.database.first<{ code: string }>('select code from shared_result'))?.code ?? ''
  expect((await floor.inject({ url, headers: user.headers })).json()).toEqual({ shared: true })
  expect((await floor.inject({ url, headers: other.headers })).json()).toEqual({ shared: false })
  const found = await open()
  expect(found.order).toEqual(own.order)
  expect(JSON.stringify(found)).not.toContain(user.account)
  expect((await share(false)).json()).toEqual({ shared: false })
  expect((await open()).code).toBe('not_found')
})
