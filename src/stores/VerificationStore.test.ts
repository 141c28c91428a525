import { verificationOf } from '../../test/client/factories'
import { answered, fakeHttp } from '../../test/client/http'
import { VerificationStore } from './VerificationStore'

test.each([
  ['not_submitted', null, true],
  ['rejected', null, true],
  ['verified', 'due', true],
  ['verified', 'overdue', true],
  ['verified', null, false],
  ['submitted', null, false],
] as const)('what was typed, where the state is %s and a renewal %s: kept is %s', async (status, renewal, isKept) => {
  const drafts = { read: async () => undefined, write: jest.fn(async () => undefined), remove: jest.fn() }
  const http = fakeHttp({ getVerification: answered(verificationOf({ status, renewal })) })
  const store = new VerificationStore({ http, drafts, account: () => 'demo_user', now: () => 1 })
  store.keepDraft({ name: 'Lin Mei' })
  await store.load()
  expect(store.draft).toEqual(isKept ? { name: 'Lin Mei' } : undefined)
  expect(drafts.remove).toHaveBeenCalledTimes(isKept ? 0 : 1)
})
