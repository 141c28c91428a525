import { createHash } from 'node:crypto'
import { createTradingFloor, type TradingFloor } from '../../../test/tradingFloor'

let floor: TradingFloor
beforeAll(async () => {
  floor = await createTradingFloor()
}, 60_000)
afterAll(() => floor.close())

/** docs/PROOF_FORMAT.md: the first 60 bits of the hash of the settlement's leaf, in Crockford's base 32. */
function codeOf(entry: string): string {
  const hash = createHash('sha256').update(`\0${entry}`).digest('hex')
  const bits = BigInt(`0x${hash.slice(0, 15)}`)
    .toString(2)
    .padStart(60, '0')
  const letters = bits.match(/.{5}/g) ?? []
  return letters.map((five) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(five, 2)]).join('')
}

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
  const settled = await floor.database.first<{ entry: string }>('select entry from settlement')
  const code = codeOf(settled?.entry ?? '')
  const open = async () => (await floor.inject({ url: `/api/proof/shared/${code}` })).json()
  expect((await open()).code).toBe('not_found')
  expect((await share(true, other)).json().code).toBe('receipt_not_ready')
  expect((await share(true)).json()).toEqual({ shared: true })
  expect((await floor.inject({ url, headers: user.headers })).json()).toEqual({ shared: true })
  expect((await floor.inject({ url, headers: other.headers })).json()).toEqual({ shared: false })
  const found = await open()
  expect(found.order).toEqual(own.order)
  expect(JSON.stringify(found)).not.toContain(user.account)
  expect((await share(false)).json()).toEqual({ shared: false })
  expect((await open()).code).toBe('not_found')
}, 60_000)
