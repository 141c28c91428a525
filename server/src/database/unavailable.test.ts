import { createTestDatabase, type TestDatabase } from '../../test/database'
import { toRefusal } from '../plugins/errors'
import { isDatabaseUnavailable } from './database'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const raised = (code: string) =>
  own.database
    .query(`do $$ begin raise exception 'as a test asks' using errcode = '${code}'; end $$`)
    .catch((error: unknown) => error)

test.each(['57P01', '53300', '08006', '58030'])('%s of the database passes by: try again', async (code) => {
  expect(toRefusal(await raised(code))).toEqual({ code: 'unavailable' })
})

test.each(['XX001', 'XX002'])('a damaged table or index (%s) is no reason to try again', async (code) => {
  expect(toRefusal(await raised(code))).toEqual({ code: 'internal' })
})

test('the code of a lost connection from anything else is not the database’s', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', '57P01'])
    expect(isDatabaseUnavailable(Object.assign(new Error('aborted'), { code }))).toBe(false)
})
