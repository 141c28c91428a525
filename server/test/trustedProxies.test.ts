import { createTestApp } from './app'

const NAMES = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']

/** Status codes of requests with these headers, of which an address has four a minute. */
async function statusesOf(trustedProxies: number, all: Record<string, string>[]): Promise<number[]> {
  const rateLimits = { requests: 4, logins: 0, registrations: 0 }
  const server = await createTestApp({ config: { trustedProxies, rateLimits } })
  const statuses: number[] = []
  for (const headers of all) statuses.push((await server.inject({ url: '/api/products', headers })).statusCode)
  await server.close()
  return statuses
}

const FOUR_PASS = [200, 200, 200, 200, 429]

test('where no proxy is trusted, no header opens a new count', async () => {
  const headers = NAMES.map((name, index) => ({ [name]: name === 'forwarded' ? 'for=9.9.9.9' : `9.9.9.${index}` }))
  expect(await statusesOf(0, headers)).toEqual(FOUR_PASS)
})

test('behind a proxy the address that it has added counts, whatever its client had sent', async () => {
  const through = (address: string) => (_: unknown, index: number) => ({
    'x-forwarded-for': `10.0.0.${index}, 8.8.8.8, ${address}`,
    'x-real-ip': `7.7.7.${index}`,
  })
  expect(await statusesOf(1, Array.from({ length: 5 }, through('203.0.113.7')))).toEqual(FOUR_PASS)
  const mapped = ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7']
  expect(
    await statusesOf(
      1,
      mapped.map((address) => ({ 'x-forwarded-for': address })),
    ),
  ).toEqual(FOUR_PASS)
})

test('an IPv6 network of 64 bits is one address, and no odd value is an error of the server', async () => {
  const sixes = Array.from({ length: 5 }, (_, index) => ({ 'x-forwarded-for': `2001:db8::${index + 1}` }))
  expect(await statusesOf(1, sixes)).toEqual(FOUR_PASS)
  const odd = ['', ',', ', ,', 'unknown', '999.1.1.1', 'a'.repeat(4_000), '[::1]:80', '::ffff:']
  const statuses = await statusesOf(
    1,
    odd.map((address) => ({ 'x-forwarded-for': address })),
  )
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
})
