import { codeOf } from '../../../../test/support/answers'
import { createTestApp, type TestUser } from '../../../test/app'
import { newId } from '../../../test/ids'
import { ID_NUMBER, idNumberOf, REAL_NAME } from '../../../test/personal'
import { uploadPhoto, verificationAnswers } from '../../../test/photos'
import { securityEventsOf } from '../../../test/securityEvents'
import { server, withServer } from '../../../test/serverOfFile'
import { DAY_MS, HOUR_MS } from '../../shared/time'
import { dayEverywhere } from './age'
import { RENEWAL_DAYS } from './expiry'
import type { Decision } from './review'

withServer({ config: { blockedCountries: ['KP'] } })
let people = 0

/** Responses about the person themselves, because one document verifies one account. */
const answersOf = (user: TestUser, idNumber = idNumberOf(++people)) => verificationAnswers(server, user, idNumber)

const submit = (user: TestUser, payload: object) => server.call(user, 'POST', '/verification', payload)
const get = async (user: TestUser) => (await server.call(user, 'GET', '/verification')).json()
const open = (user: TestUser) =>
  server.database.withTransaction((tx) => server.deps.verification.markOpened(tx, user.id))
const decideAs = (user: TestUser, decision: Decision) =>
  server.database.withTransaction((tx) =>
    server.deps.verification.decide(tx, user.id, decision, new Date(server.clock.now())),
  )
const decide = (user: TestUser, rejectedFor: string | null) =>
  decideAs(user, rejectedFor === null ? { approved: {} } : { rejectedFor })
const me = async (user: TestUser) => (await server.call(user, 'GET', '/me')).json()

test('from not submitted over submitted and under verification to verified', async () => {
  const user = await server.registerUser()
  expect(await get(user)).toEqual({
    status: 'not_submitted',
    reason: null,
    answers: null,
    submittedAt: null,
    dueAt: null,
    decidedAt: null,
    validUntil: null,
    renewal: null,
  })
  const answers = await answersOf(user, ID_NUMBER)
  const sent = await submit(user, answers)
  expect([sent.statusCode, sent.json().status]).toEqual([200, 'submitted'])
  expect(Date.parse(sent.json().dueAt) - Date.parse(sent.json().submittedAt)).toBe(DAY_MS)
  expect(await decide(user, null)).toBe('not_opened')
  await open(user)
  expect(await get(user)).toMatchObject({
    status: 'under_verification',
    answers: { name: '王**', nationality: 'CN', idNumber: '11**************2X', frontPhotoId: null, backPhotoId: null },
  })
  expect(await server.deps.verification.isVerified(user.id)).toBe(false)
  expect(await decide(user, null)).toBeUndefined()
  expect(await decide(user, null)).toBe('decided')
  expect((await get(user)).status).toBe('verified')
  expect(await server.deps.verification.isVerified(user.id)).toBe(true)
  const { verified, creditScore, creditParts } = await me(user)
  expect([verified, creditScore]).toEqual([true, 80])
  expect(creditParts).toContainEqual({ kind: 'verified', points: 20, earned: true })
  expect(codeOf(await submit(user, answers))).toBe('verification_closed')
  const messages = await server.database.query('select kind, facts from message where user_id = $1', [user.id])
  expect(messages).toEqual([{ kind: 'verification_verified', facts: {} }])
})

test('a rejected user sees the reason and starts from what was entered, without the photos that were refused', async () => {
  const user = await server.registerUser()
  const answers = await answersOf(user)
  await submit(user, answers)
  await open(user)
  await decide(user, 'The back is cut off')
  const rejected = await get(user)
  const { name, nationality, idNumber } = answers
  expect(rejected).toMatchObject({ status: 'rejected', reason: 'The back is cut off' })
  expect(rejected.answers).toEqual({ name, nationality, idNumber, frontPhotoId: null, backPhotoId: null })
  const newBack = await uploadPhoto(server, user, 'id_back')
  const again = await submit(user, { ...answers, backPhotoId: newBack })
  expect(again.json()).toMatchObject({ status: 'submitted', reason: null, decidedAt: null })
  await open(user)
  await decide(user, null)
  const kinds = await server.database.query('select kind, facts from message where user_id = $1 order by id', [user.id])
  expect(kinds).toEqual([
    { kind: 'verification_rejected', facts: { reason: 'The back is cut off' } },
    { kind: 'verification_verified', facts: {} },
  ])
})

test('photos stay where only what was typed is wrong', async () => {
  const user = await server.registerUser()
  const answers = await answersOf(user)
  await submit(user, answers)
  await open(user)
  await decide(user, 'name_differs')
  expect((await get(user)).answers).toEqual(answers)
})

test('one document verifies one account, whichever was approved first', async () => {
  const [first, second, third] = [await server.registerUser(), await server.registerUser(), await server.registerUser()]
  const answersWith = (user: TestUser) => answersOf(user, idNumberOf(701))
  // A submission is no verification: nobody blocks another person's document by typing its number.
  for (const user of [first, second]) {
    expect((await submit(user, await answersWith(user))).statusCode).toBe(200)
    await open(user)
  }
  expect(await decide(second, null)).toBeUndefined()
  expect(await decide(first, null)).toBe('document_taken')
  expect(await decide(first, 'The document belongs to another account')).toBeUndefined()
  expect(codeOf(await submit(third, await answersWith(third)))).toBe('document_taken')
})

test('one document is one however its number is spelt, also if it was stored as it was typed', async () => {
  const [first, second] = [await server.registerUser(), await server.registerUser()]
  const spelt = async (user: TestUser, idNumber: string) => ({
    ...(await answersOf(user)),
    name: 'Anna Müller',
    nationality: 'UA',
    idNumber,
  })
  await submit(first, await spelt(first, 'ак-987654'))
  await open(first)
  await decideAs(first, { approved: { bornOn: '1990-01-01' } })
  const spellings = ['АК 987654', 'AK987654', 'ак987654', 'а.к.987654']
  for (const spelling of spellings)
    expect([spelling, codeOf(await submit(second, await spelt(second, spelling)))]).toEqual([
      spelling,
      'document_taken',
    ])
  const [old] = server.deps.sealer.marks('UA ak987654', 'document of a person')
  await server.database.query('update verification set id_mark = $2 where user_id = $1', [first.id, old])
  expect(codeOf(await submit(second, await spelt(second, 'AK 987654')))).toBe('document_taken')
})

test('a break of the verified person holds for a new account from the day of its verification', async () => {
  const [first, second] = [await server.registerUser(), await server.registerUser()]
  const idNumber = idNumberOf(702)
  const verify = async (user: TestUser) => {
    await submit(user, await answersOf(user, idNumber))
    await open(user)
    expect(await decide(user, null)).toBeUndefined()
  }
  const breakOf = async (user: TestUser) => (await server.call(user, 'GET', '/account-limits')).json().break
  await verify(first)
  await server.call(first, 'POST', '/account-break', { kind: 'exclusion', until: null })
  // The state that a deletion leaves.
  await server.database.query('delete from verification where user_id = $1', [first.id])
  await server.database.query(`update app_user set account = '~' || id, deleted_at = now() where id = $1`, [first.id])
  await server.database.query('delete from account_break where user_id = $1', [first.id])
  expect(await breakOf(second)).toBeNull()
  await verify(second)
  expect(await breakOf(second)).toMatchObject({ kind: 'exclusion', until: null, reopensAt: null })
})

test('the same submission twice is one, another one while it waits is verification_closed', async () => {
  const user = await server.registerUser()
  const answers = await answersOf(user)
  const both = await Promise.all([submit(user, answers), submit(user, answers)])
  expect(both.map((answer) => answer.statusCode)).toEqual([200, 200])
  expect(codeOf(await submit(user, { ...answers, name: '王大明' }))).toBe('verification_closed')
  const rows = await server.database.query('select attempt from verification where user_id = $1', [user.id])
  expect(rows).toEqual([{ attempt: 1 }])
})

test.each([
  ['name_invalid', { name: 'Wang' }],
  ['nationality_invalid', { nationality: 'XX' }],
  ['country_blocked', { nationality: 'KP' }],
  ['id_number_invalid', { idNumber: '110105194912310021' }],
  ['photo_missing', { frontPhotoId: newId() }],
])('%s for %j, and nothing is kept', async (code, fields) => {
  const user = await server.registerUser()
  const answers = await answersOf(user)
  expect(codeOf(await submit(user, { ...answers, ...fields }))).toBe(code)
  expect((await get(user)).status).toBe('not_submitted')
  // The photo of the first try is free again.
  expect((await submit(user, answers)).statusCode).toBe(200)
})

test('photos of another user, of another purpose, or used by something else are missing', async () => {
  const user = await server.registerUser()
  const stranger = await server.registerUser()
  const [own, theirs] = await Promise.all([answersOf(user), answersOf(stranger)])
  expect(codeOf(await submit(user, { ...own, frontPhotoId: theirs.frontPhotoId }))).toBe('photo_missing')
  expect(codeOf(await submit(user, { ...own, frontPhotoId: own.backPhotoId }))).toBe('photo_missing')
  await submit(stranger, theirs)
  expect((await get(user)).status).toBe('not_submitted')
  expect((await get(stranger)).status).toBe('submitted')
})

test('name and ID number are stored sealed', async () => {
  const user = await server.registerUser()
  await submit(user, await answersOf(user))
  const row = await server.database.first<{ text: string }>(
    'select verification::text as text from verification where user_id = $1',
    [user.id],
  )
  expect(row?.text).toContain('v1.')
  expect(row?.text).not.toContain('王')
  expect(row?.text).not.toContain(idNumberOf(0).slice(0, 12))
})

test('photos of a decided verification are deleted on schedule, and the form then asks for new ones', async () => {
  const user = await server.registerUser()
  const answers = await answersOf(user)
  await submit(user, answers)
  await server.clock.advance(2 * DAY_MS)
  await server.deps.uploads.sweep()
  expect(await server.deps.uploads.read(user.id, answers.frontPhotoId)).toBeDefined()
  await open(user)
  await decide(user, 'Not legible')
  await server.clock.advance(server.deps.config.photosKeptDays * DAY_MS - 1)
  await server.deps.uploads.sweep()
  expect(await server.deps.uploads.read(user.id, answers.frontPhotoId)).toBeDefined()
  await server.clock.advance(1)
  await server.deps.uploads.sweep()
  expect(await server.deps.uploads.read(user.id, answers.frontPhotoId)).toBeUndefined()
  const rows = await server.database.query('select id from upload where user_id = $1', [user.id])
  expect(rows).toEqual([])
  const fresh = await server.logInAgain(user)
  const { answers: kept } = await get(fresh)
  expect(kept).toMatchObject({ name: REAL_NAME, idNumber: answers.idNumber, frontPhotoId: null, backPhotoId: null })
})

test('a phone of a blocked country does not register', async () => {
  const blocked = await createTestApp({ config: { blockedCountries: ['CN'] } })
  const answer = await blocked.register('newcomer', '13900000000', await blocked.openingCode())
  expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'country_blocked'])
  await blocked.close()
})

/** A valid ID number of somebody born on that day. */
function idNumberBorn(day: string): string {
  const digits = `110105${day.replaceAll('-', '')}001`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11), 0)
  return digits + '10X98765432'[sum % 11]
}

/** The date that many years ago, and the day after. */
function birthdays(years: number) {
  const today = dayEverywhere(server.clock.now())
  const that = `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
  return { that, after: new Date(Date.parse(that) + DAY_MS).toISOString().slice(0, 10) }
}

test('who is not of age is refused by the ID number, on the last day before', async () => {
  const user = await server.registerUser()
  const { that, after } = birthdays(18)
  const refused = await submit(user, await answersOf(user, idNumberBorn(after)))
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'under_age'])
  expect((await submit(user, await answersOf(user, idNumberBorn(that)))).statusCode).toBe(200)
})

test('elsewhere the reviewer reads the date of birth, and the age is that of the country', async () => {
  const user = await server.registerUser()
  const { that, after } = birthdays(18)
  const foreign = { nationality: 'DE', name: 'Anna Müller', idNumber: 'L01X00T47' }
  await submit(user, { ...(await answersOf(user)), ...foreign })
  await open(user)
  expect(await decideAs(user, { approved: {} })).toBe('birth_missing')
  expect(await decideAs(user, { approved: { bornOn: '2000-02-30' } })).toBe('birth_missing')
  expect(await decideAs(user, { approved: { bornOn: after } })).toBe('under_age')
  expect(await decideAs(user, { approved: { bornOn: that } })).toBeUndefined()
  const thai = await server.registerUser()
  await submit(thai, { ...(await answersOf(thai)), nationality: 'TH', name: 'สมชาย ใจดี', idNumber: '1101700203451' })
  await open(thai)
  expect(await decideAs(thai, { approved: { bornOn: that } })).toBe('under_age')
  expect(await decideAs(thai, { approved: { bornOn: birthdays(20).that } })).toBeUndefined()
  const chinese = await server.registerUser()
  await submit(chinese, await answersOf(chinese))
  await open(chinese)
  expect(await decideAs(chinese, { approved: { bornOn: that } })).toBe('birth_differs')
})

test('a country that was blocked meanwhile is not approved', async () => {
  const user = await server.registerUser()
  await submit(user, await answersOf(user))
  await open(user)
  await server.database.query(`update verification set nationality = 'KP' where user_id = $1`, [user.id])
  expect(await decide(user, null)).toBe('country_blocked')
})

test('a document that ends is told of a month before and on its end; from then on it verifies nobody until renewed', async () => {
  const user = await server.registerUser()
  await submit(user, await answersOf(user))
  await open(user)
  const today = dayEverywhere(server.clock.now())
  const yesterday = dayEverywhere(server.clock.now() - DAY_MS)
  const validUntil = dayEverywhere(server.clock.now() + (RENEWAL_DAYS + 1) * DAY_MS)
  expect(await decideAs(user, { approved: { validUntil: yesterday } })).toBe('document_expired')
  expect(today > yesterday).toBe(true)
  expect(await decideAs(user, { approved: { validUntil } })).toBeUndefined()
  const events = () => securityEventsOf(server.database, user)
  const tell = () => server.deps.verification.tellOfExpiry()
  await tell()
  expect([await events(), (await get(user)).renewal, (await get(user)).validUntil]).toEqual([[], null, validUntil])
  expect(codeOf(await submit(user, await answersOf(user)))).toBe('verification_closed')
  await server.clock.advance(DAY_MS)
  await tell()
  await tell()
  expect([await events(), (await get(user)).renewal]).toEqual([['document_expiring'], 'due'])
  // Valid until its day is over everywhere on earth.
  await server.clock.advance(Date.parse(validUntil) + DAY_MS + 12 * HOUR_MS - 1 - server.clock.now())
  expect(await server.deps.verification.isVerified(user.id)).toBe(true)
  await server.clock.advance(1)
  expect(await server.deps.verification.isVerified(user.id)).toBe(false)
  await tell()
  await tell()
  expect(await events()).toEqual(['document_expiring', 'document_expired'])
  const back = await server.logInAgain(user)
  expect((await me(back)).verified).toBe(false)
  expect((await get(back)).renewal).toBe('overdue')
  expect((await submit(back, await answersOf(back))).json()).toMatchObject({ status: 'submitted', validUntil: null })
  await open(user)
  expect(await decide(user, null)).toBeUndefined()
  expect(await server.deps.verification.isVerified(user.id)).toBe(true)
})
