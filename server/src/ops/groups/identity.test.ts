import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { runOps } from '../../../test/ops'
import { createAuthenticator } from '../../../test/passkeys'
import { ID_NUMBER, idNumberOf, REAL_NAME } from '../../../test/personal'
import { submitVerification } from '../../../test/photos'
import { securityEventsOf } from '../../../test/securityEvents'
import { server, withServer } from '../../../test/serverOfFile'
import { createTotpFor } from '../../../test/totp'
import { OpsRefusal } from '../kit'

withServer()
const folder = mkdtempSync(join(tmpdir(), 'fairtick-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ops = (line: string) => runOps(server.deps, line)
const json = async (line: string) => JSON.parse(await ops(`${line} --json`))

const BY = '--actor ada --reason "weekly review"'

const submit = (user: TestUser) =>
  submitVerification(server, user, user.account === 'applicant1' ? ID_NUMBER : idNumberOf(Number(user.id % 1000n)))
const statusOf = async (user: TestUser) => (await server.call(user, 'GET', '/verification')).json()
const entriesOf = (user: TestUser) =>
  server.database.query<{ action: string; actor: string; reason: string; text: string }>(
    'select action, actor, reason, audit_entry::text as text from audit_entry where subject = $1 order by id',
    [`user ${user.id}`],
  )

test('a verification is listed, opened, and approved; each view is in the audit log, and nothing personal', async () => {
  const user = await server.registerUser('applicant1')
  await submit(user)
  expect(await json('verifications list')).toEqual([
    expect.objectContaining({ account: 'applicant1', status: 'submitted', nationality: 'CN', attempt: 1 }),
  ])
  const opened = await json(`verifications open applicant1 --to ${folder} ${BY}`)
  expect(opened).toMatchObject({ name: REAL_NAME, idNumber: ID_NUMBER, nationality: 'CN' })
  for (const path of [opened.front, opened.back]) {
    expect(readFileSync(path).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o077).toBe(0)
  }
  expect((await statusOf(user)).status).toBe('under_verification')
  await ops(`verifications open APPLICANT1 --to ${folder} --actor bob --reason "second look"`)
  await ops(`act verifications.approve --user applicant1 ${BY}`)
  expect((await statusOf(user)).status).toBe('verified')
  expect(await json('verifications list')).toEqual([])
  const entries = await entriesOf(user)
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['verifications.open', 'ada'],
    ['verifications.open', 'bob'],
    ['verifications.approve', 'ada'],
  ])
  for (const { text } of entries) for (const secret of ['王', ID_NUMBER]) expect(text).not.toContain(secret)
  await expect(ops(`act verifications.approve --user applicant1 ${BY}`)).rejects.toThrow('decided already')
  await expect(ops(`verifications open applicant1 ${BY}`)).rejects.toThrow('has already been decided')
})

test('a rejection tells the user its reason, and a new submission is waited for again', async () => {
  const user = await server.registerUser('applicant2')
  await expect(ops(`verifications open applicant2 ${BY}`)).rejects.toThrow('has submitted nothing')
  await submit(user)
  await expect(ops(`act verifications.approve --user applicant2 ${BY}`)).rejects.toThrow('Open the photos before')
  await expect(ops(`act verifications.reject --user applicant2 --told photo_unclear ${BY}`)).rejects.toThrow(OpsRefusal)
  await ops(`verifications open applicant2 --to ${folder} ${BY}`)
  await ops(`act verifications.reject --user applicant2 --told photo_unclear --note "The name cannot be read" ${BY}`)
  expect(await statusOf(user)).toMatchObject({ status: 'rejected', reason: 'photo_unclear: The name cannot be read' })
  await submit(user)
  expect((await json('verifications list')).map((row: { attempt: number }) => row.attempt)).toEqual([2])
})

test('two operators decide at once: one wins, the other hears that it was decided', async () => {
  const user = await server.registerUser('applicant3')
  await submit(user)
  await ops(`verifications open applicant3 --to ${folder} ${BY}`)
  const both = await Promise.allSettled([
    ops(`act verifications.approve --user applicant3 ${BY}`),
    ops('act verifications.reject --user applicant3 --told photo_unclear --actor bob --reason "not legible"'),
  ])
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const decisions = (await entriesOf(user)).filter((entry) => entry.action !== 'verifications.open')
  expect(decisions).toHaveLength(1)
  const messages = await server.database.query('select kind from message where user_id = $1', [user.id])
  expect(messages).toHaveLength(1)
})

test('a reset code needs two operators, and its holder sets a new password', async () => {
  const user = await server.registerUser('no_memory')
  const command = 'act reset-codes.issue --user no_memory --kind login --reason "identity checked on a call"'
  const { state, proposal } = await json(`${command} --actor ada`)
  expect(state).toBe('waiting')
  await expect(ops(`agree ${proposal} --actor ada`)).rejects.toThrow('your own')
  const { code } = await json(`agree ${proposal} --actor bob`)
  const entries = await entriesOf(user)
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['reset-codes.issue.propose', 'ada'],
    ['reset-codes.issue', 'bob'],
  ])
  for (const { text } of entries) expect(text).not.toContain(code)
  const answer = await server.inject({
    method: 'POST',
    url: '/api/password-resets',
    payload: { kind: 'login', account: 'no_memory', newPassword: 'a brand new password', resetCode: code },
  })
  expect(answer.statusCode).toBe(200)
})

test('a lost second factor is switched off by an operator, and the user is told', async () => {
  const user = await server.registerUser('lost_phone')
  await expect(ops(`act second-factor.off --user lost_phone ${BY}`)).rejects.toThrow('no two-factor')
  await createTotpFor(server, user)
  await ops(`act second-factor.off --user lost_phone ${BY}`)
  expect(await server.deps.security.getSecondFactor(user.id)).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  expect(await securityEventsOf(server.database, user)).toEqual(['second_factor_on', 'second_factor_off'])
})

test("with the second factor go all passkeys, another's as well as one's own", async () => {
  const user = await server.registerUser('stolen_one')
  const post = (url: string, payload: object) => server.call(user, 'POST', `/passkeys${url}`, payload)
  const setup = (await post('/setup', { loginPassword: LOGIN_PASSWORD })).json<{ challenge: string }>()
  await post('', createAuthenticator().make(setup))
  expect((await server.deps.security.listPasskeys(user.id)).items).toHaveLength(1)
  await ops(`act second-factor.off --user stolen_one ${BY}`)
  expect((await server.deps.security.listPasskeys(user.id)).items).toEqual([])
})

test.each([
  'verifications open applicant1',
  'act verifications.approve --user applicant1 --actor ada',
  `act change-codes.issue --user forgetful ${BY}`,
  `act change-codes.issue --user forgetful --kind both ${BY}`,
  'act second-factor.off --user forgetful',
])('"%s" is not understood', async (line) => {
  await expect(ops(line)).rejects.toThrow(CommanderError)
})

test('an account that does not exist is refused', async () => {
  for (const line of [
    'verifications open',
    'act verifications.approve --user',
    'act change-codes.issue --kind trade --user',
    'act second-factor.off --user',
  ]) {
    await expect(ops(`${line} nobody_1 ${BY}`)).rejects.toThrow('There is no account "nobody_1".')
  }
})
