import { statusOf } from './status'

test("a user's own cancellation is no failure, any other bad end is", () => {
  expect(statusOf({ status: 'failed', reason: { code: 'cancelled_by_user', note: null } })).toBe('cancelled')
  expect(statusOf({ status: 'failed', reason: { code: 'rejected', note: null } })).toBe('failed')
  expect(statusOf({ status: 'successful', reason: null })).toBe('successful')
})
