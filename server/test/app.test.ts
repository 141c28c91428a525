import { createTestApp, type TestApp } from './app'

let test1: TestApp
beforeAll(async () => {
  test1 = await createTestApp()
})
afterAll(() => test1.close())

test('a registered user is logged in and has the demo funds', async () => {
  const user = await test1.registerUser()
  const me = await test1.call(user, 'GET', '/me')
  expect(me.statusCode).toBe(200)
  expect(me.json()).toMatchObject({ account: user.account, creditScore: 60, balance: { available: '10000.00' } })
})
