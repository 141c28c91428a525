import type { Withdrawal } from '../../../contract/withdrawals'
import { requestsTo, type TestApp } from '../../test/app'
import { runOps } from '../../test/ops'
import { submitVerification, uploadPhoto } from '../../test/photos'
import { createTotpFor } from '../../test/totp'
import { createWallet, type Wallet } from '../../test/wallet'
import { buildApp } from '../app'
import { createDeps, type Deps } from '../deps'
import { sealingKeyName } from '../shared/sealing'

const [LOST, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const BY = '--actor ada --reason "the safe burnt"'
const TOLD = '--told other --note "We cannot read your documents any more."'

let wallet: Wallet
let deps: Deps
/** The same server after the key was lost. */
let after: TestApp

beforeAll(async () => {
  wallet = await createWallet({ config: { sealingKeys: [LOST] } })
  const { config, log, database, clock } = wallet.deps
  deps = createDeps({ config: { ...config, sealingKeys: [NEW] }, log, database, clock })
  const app = await buildApp(deps)
  after = { ...wallet, ...requestsTo(app, deps), close: async () => app.close() }
})
afterAll(async () => {
  await after?.close()
  await wallet?.close()
})

const ops = (line: string) => runOps(deps.on(wallet.staffDeps.database), line)

test('after the loss of SEALING_KEY users and staff enter anew what it sealed, and money goes on', async () => {
  const user = await wallet.registerReady('careful')
  const before = await wallet.availableOf(user)
  const { reference } = (await wallet.withdraw(user)).json<Withdrawal>()
  const photo = await uploadPhoto(wallet, user, 'id_front')
  await createTotpFor(wallet, user)

  // Every function that needs a sealed value fails; nothing else does.
  expect((await after.call(user, 'GET', '/payout-account')).statusCode).toBe(500)
  expect((await after.call(user, 'POST', '/account-break', { kind: 'exclusion', until: null })).statusCode).toBe(200)
  const name = sealingKeyName(LOST)
  await expect(ops(`keys give-up ${TOLD} ${BY}`)).rejects.toThrow(`These keys are not configured: ${name} (`)
  await expect(ops(`keys give-up --lost 00000000 ${TOLD} ${BY}`)).rejects.toThrow('name the lost key by --lost')
  const said = JSON.parse(await ops(`--json keys give-up --lost ${name} ${TOLD} ${BY}`))
  expect(said).toEqual([
    { place: 'verification', emptied: 1, left: 0 },
    { place: 'payout_account', emptied: 1, left: 0 },
    { place: 'upload', emptied: 1, left: 0 },
    { place: 'user_phone', emptied: 1, left: 0 },
    { place: 'second_factor', emptied: 0, left: 1 },
    { place: 'withdrawal', emptied: 0, left: 1 },
    { place: 'staff_member', emptied: 0, left: 0 },
  ])
  await ops(`act second-factor.off --user careful ${BY}`)
  expect((await after.logIn('careful')).statusCode).toBe(201)
  // Nobody can tell the number any more, nor that it is taken.
  expect(JSON.parse(await ops(`--json users show careful ${BY}`))).toMatchObject({ phone: '****' })
  expect(await wallet.database.query('select 1 from phone_mark where user_id = $1', [user.id])).toEqual([])
  const code = await wallet.openingCode()
  expect((await after.register('again_1', user.phone, code)).statusCode).toBe(201)
  const phone = '13900000001'
  const asked = await ops(`--json act users.set-phone --user careful --country CN --number ${phone} ${BY}`)
  await ops(`agree ${JSON.parse(asked).proposal} --actor somebody_else`)
  const taken = await after.register('again_2', phone, code)
  expect(taken.json()).toMatchObject({ code: 'phone_taken' })

  expect((await after.call(user, 'GET', '/verification')).json()).toMatchObject({
    status: 'rejected',
    reason: expect.stringContaining('We cannot read your documents any more.'),
    answers: { name: '', idNumber: '' },
  })
  expect((await after.call(user, 'GET', '/payout-account')).json()).toMatchObject({ changeOpen: true })
  // Nobody is paid at an account that nobody can read, nor by an old verification.
  expect((await after.call(user, 'POST', '/withdrawals', wallet.withdrawal())).statusCode).toBeGreaterThanOrEqual(400)
  await ops(`act withdrawals.reject --reference ${reference} --told other --note "Please ask again." ${BY}`)
  expect(await wallet.availableOf(user)).toBe(before)

  const submitted = await submitVerification(after, user)
  expect(submitted.json()).toMatchObject({ status: 'submitted' })
  await ops(`verifications open careful ${BY}`)
  await ops(`act verifications.approve --user careful ${BY}`)
  expect((await after.call(user, 'GET', '/verification')).json()).toMatchObject({ status: 'verified' })
  await deps.uploads.sweep()
  const kept = await wallet.database.query<{ id: string }>('select id from upload')
  expect(kept.map(({ id }) => id)).not.toContain(photo)
  await expect(ops(`keys give-up --lost ${name} ${TOLD} ${BY}`)).rejects.toThrow(
    /The configured keys open everything|not configured/,
  )
})
