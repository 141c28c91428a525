import { codeOf } from '../../../../test/support/answers'
import { createTestApp, type TestApp } from '../../../test/app'
import { HOUR_MS } from '../../shared/time'

let server: TestApp
beforeEach(async () => {
  server = await createTestApp()
})
afterEach(() => server.close())

let made = 0
const register = (openingCode: string, remoteAddress: string) =>
  server.inject({
    method: 'POST',
    url: '/api/registrations',
    remoteAddress,
    payload: {
      account: `new_${++made}`.padEnd(7, '_'),
      phone: `138${String(made).padStart(8, '0')}`,
      phoneCountry: 'CN',
      openingCode,
    },
  })
/** Each address is in another network. */
const address = (number: number) => `10.${Math.floor(number / 250)}.${number % 250}.9`
const wrong = (from: string) => register('ZZZZZZZZ', from)
const metric = async (outcome: string) =>
  new RegExp(`^fairtick_opening_codes_wrong_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(
    (await server.inject({ url: '/api/metrics' })).body,
  )?.[1]

test('wrong codes from everywhere have one budget: then a network has one try every 15 minutes', async () => {
  const answers: (string | undefined)[] = []
  for (let first = 0; first < 330; first += 30)
    answers.push(
      ...(await Promise.all(Array.from({ length: 30 }, (_, each) => wrong(address(first + each))))).map(codeOf),
    )
  expect(answers.filter((code) => code === 'opening_code_unknown')).toHaveLength(300)
  expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(30)
  expect([await metric('unknown'), await metric('held')]).toEqual(['300', '30'])
  // Somebody with a right code waits for the turn of their network, and then registers.
  const code = await server.openingCode()
  const held = await register(code, '192.0.2.1')
  expect([codeOf(held), held.json().details.retryAfterSeconds]).toEqual(['rate_limited', 900])
  await server.clock.advance(15 * 60_000)
  expect((await register(code, '192.0.2.1')).statusCode).toBe(201)
  await server.clock.advance(HOUR_MS)
  expect((await register(code, '192.0.2.2')).statusCode).toBe(201)
})

test('right codes count for nothing, however many come at once from one network; codes of six characters stay valid', async () => {
  const code = await server.openingCode()
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  await server.database.query(`insert into opening_code (code) values ('AB2CD3')`)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, each) => register(each % 2 ? code : 'ab2cd3', '192.0.2.9')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
  expect(await server.database.query('select from login_lane')).toEqual([])
  expect(await metric('unknown')).toBe('0')
})
