import { LOCALES } from '../../../../contract/locales'
import type { TestUser } from '../../../test/app'
import { server, withConsole } from '../../../test/consoleOfFile'
import { problemOf } from '../../../test/staff'

const { cleo, dan, sam, sue } = withConsole({
  cleo: ['content'],
  dan: ['content'],
  sam: ['support', 'cashier'],
  sue: ['support'],
})

const textsOf = (words: string) => LOCALES.map((locale) => ({ locale, text: `${words} ${locale}` }))
const reasonOf = (code: string, words: string, more = {}) => ({
  what: 'freeze',
  code,
  offered: true,
  texts: textsOf(words),
  ...more,
})
async function write(code: string, words: string, more = {}) {
  const asked = await cleo.act('reasons.write', reasonOf(code, words, more))
  expect(asked.json().state).toBe('waiting')
  expect((await dan.agree(asked)).json().state).toBe('done')
}
const freezing = (user: TestUser, told: string) =>
  sam.act('users.freeze', { user: String(user.id), kind: 'money_out', told })
async function freeze(user: TestUser, told: string) {
  expect((await sue.agree(await freezing(user, told))).json().state).toBe('done')
}
/** The user as their app shows it. */
async function stoppedFor(user: TestUser) {
  const answer = await server.call(user, 'GET', '/withdrawal-terms')
  return answer.json<{ stopped: string }>().stopped
}
const wordsOf = async (key: string, locale = 'th-TH') =>
  (await server.inject({ url: `/api/reasons/${key}?locale=${locale}` })).json<{ text?: string; code?: string }>()
const listed = async (code: string) =>
  (await sam.get('/reasons')).json().items.find((item: { code: string }) => item.code === code)

test('words are written anew by two; decisions name their version, and what was decided before keeps its words', async () => {
  const [early, first, second] = [
    await server.registerUser('told_1'),
    await server.registerUser('told_2'),
    await server.registerUser('told_3'),
  ]
  expect(await listed('identity_check')).toMatchObject({ key: 'identity_check', texts: [], changed: null })
  await freeze(early, 'identity_check')
  await write('identity_check', 'Send your document again.')
  expect(await listed('identity_check')).toMatchObject({
    key: 'identity_check@1',
    texts: textsOf('Send your document again.'),
    changed: { by: 'staff/cleo' },
  })
  // A person who read the earlier words has to choose again.
  expect(problemOf(await freezing(first, 'identity_check'))).toBe('reason_changed')
  await freeze(first, 'identity_check@1')
  const underWay = await freezing(second, 'identity_check@1')
  await write('identity_check', 'Call us.')
  // Both people have read these words.
  expect((await sue.agree(underWay)).json().state).toBe('done')
  expect(await Promise.all([early, first, second].map(stoppedFor))).toEqual([
    'identity_check',
    'identity_check@1',
    'identity_check@1',
  ])
  expect(await wordsOf('identity_check@1')).toEqual({ text: 'Send your document again. th-TH' })
  expect(await wordsOf('identity_check@2', 'zh-CN')).toEqual({ text: 'Call us. zh-CN' })
  for (const none of ['identity_check', 'identity_check@3', 'nothing@1'])
    expect(await wordsOf(none)).toMatchObject({ code: 'not_found' })
  const { items } = (await cleo.get('/reasons/identity_check')).json()
  expect(items.map((item: { key: string }) => item.key)).toEqual(['identity_check@2', 'identity_check@1'])
  const entry = await server.database.first(
    `select actor, action, details ->> 'key' as key from audit_entry where subject = 'reason identity_check' order by id desc`,
  )
  expect(entry).toEqual({ actor: 'staff/dan', action: 'reasons.write', key: 'identity_check@2' })
  await expect(server.database.query('delete from operator_reason')).rejects.toThrow()
})

test('a reason is added to one list, and taken away again', async () => {
  const user = await server.registerUser('told_4')
  expect(problemOf(await freezing(user, 'video_call_needed'))).toBe('reason_changed')
  await write('video_call_needed', 'We call you.')
  expect(problemOf(await cleo.act('reasons.write', reasonOf('video_call_needed', 'x', { what: 'deposit' })))).toBe(
    'reason_elsewhere',
  )
  await freeze(user, 'video_call_needed@1')
  expect(await stoppedFor(user)).toBe('video_call_needed@1')
  await write('video_call_needed', 'We call you.', { offered: false })
  expect(await listed('video_call_needed')).toMatchObject({ offered: false })
  expect(problemOf(await freezing(await server.registerUser('told_5'), 'video_call_needed@2'))).toBe('reason_changed')
})

test('nothing is asked for that misses a language, changes nothing, or has no words of its own', async () => {
  const missing = { texts: textsOf('Call.').slice(1) }
  const twice = { texts: [...textsOf('Call.').slice(1), { locale: LOCALES[1], text: 'Call.' }] }
  const empty = { texts: textsOf('Call.').map((text) => ({ ...text, text: '   ' })) }
  for (const more of [missing, twice, empty, { code: 'Not a name' }])
    expect(problemOf(await cleo.act('reasons.write', reasonOf('own_wish', 'x', more)))).toBe('invalid_request')
  expect(problemOf(await cleo.act('reasons.write', reasonOf('other', 'x')))).toBe('reason_fixed')
  await write('own_wish', 'You asked.')
  expect(problemOf(await cleo.act('reasons.write', reasonOf('own_wish', 'You asked.')))).toBe('reason_same')
})
