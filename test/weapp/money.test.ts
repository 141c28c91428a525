import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Me } from '../../contract/accounts'
import { type NewAccount, typePin } from '../e2e/account'
import { AUTHORITY, ops } from '../e2e/operator'
import { beginning, containing, textsOf } from '../e2e/texts'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { byRole, isDisabled } from './rig/tree'
import { ask, stopAll } from './start'

const t = textsOf('zh-CN')
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const minor = (text: string) => Math.round(Number(text) * 100)
const folder = mkdtempSync(join(tmpdir(), 'fairtick-weapp-'))

afterEach(stopAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function deposit(actor: WeappActor, amount: string) {
  await actor.open('/pages/deposit/deposit')
  await actor.fills(t('wallet.amount'), amount)
  await actor.presses(containing(t('wallet.channel.demo')), 'radio')
  await actor.presses(new RegExp(`^${t('wallet.deposit.confirm')} · `))
  await actor.sees(t('wallet.status.successful'))
}

async function verify(actor: WeappActor, { account, idNumber }: NewAccount) {
  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.presses(t('wallet.obstacle.goVerify'))
  await actor.arrivesAt('/pages/verify/verify')
  await actor.fills(t('identity.name'), '林梅')
  await actor.fills(t('identity.idNumber'), idNumber)
  for (const side of ['front', 'back']) {
    await actor.presses(`${t(`identity.${side}`)}: ${t('identity.choosePhoto')}`)
    // WeChat asks once whether the privacy policy is agreed to.
    if (side === 'front') await actor.presses(t('shell.privacy.agree'))
    // While it is sent its button is off.
    const again = `${t(`identity.${side}`)}: ${t('identity.photoAgain')}`
    await actor.until(`the photo of ${side}`, () =>
      byRole(actor.program.pages.tree(), 'button', again).some((one) => !isDisabled(one)) ? true : undefined,
    )
  }
  await actor.presses(t('identity.submit'))
  await actor.sees(t('identity.status.submitted'))
  await ops('verifications', 'open', account, '--to', folder, ...AUTHORITY)
  await actor.sees(t('identity.status.under_verification'))
  await ops('act', 'verifications.approve', '--user', account, ...AUTHORITY)
  await actor.sees(t('identity.status.verified'))
}

async function bind(actor: WeappActor, tradePassword: string) {
  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.presses(t('wallet.obstacle.goBind'))
  await actor.arrivesAt('/pages/account/account')
  await actor.fills(t('wallet.payout.accountName'), '林梅')
  await actor.presses(beginning(t('wallet.payout.nationality')))
  await actor.fills(t('auth.nationalitySearch'), 'China')
  await actor.presses(/^(中国|China)$/, 'radio')
  await actor.fills(t('wallet.payout.bank'), 'Bank of China')
  await actor.fills(t('wallet.payout.cardNumber'), '4111111111111111')
  await actor.fills(t('wallet.payout.accountAddress'), '上海市人民路 1 号')
  await actor.presses(t('wallet.payout.bind'))
  await typePin(actor, tradePassword)
  await actor.sees(containing('4111 **** **** 1111'))
}

test('deposit, verify with two photos, bind an account, withdraw, and the operator pays out', async () => {
  const kept = new Map<string, unknown>()
  const { actor, user } = await startAsMember({ kept, choices: { photo: () => PIXEL } })
  await deposit(actor, '250.5')
  await verify(actor, user)
  await bind(actor, user.tradePassword)

  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.fills(t('wallet.amount'), '30')
  await actor.presses(new RegExp(`^${t('wallet.withdraw.next')} · `))
  await actor.sees(t('wallet.withdraw.confirm'))
  await typePin(actor, user.tradePassword)
  await actor.arrivesAt('/pages/withdraw-list/withdraw-list')
  await actor.sees(t('wallet.status.under_review'))
  const { items } = await ask<{ items: { reference: string }[] }>(kept, '/withdrawals?limit=1')
  const reference = items[0]?.reference ?? ''
  await ops('act', 'withdrawals.pick-up', '--reference', reference, '--amount', '30.00 USD', ...AUTHORITY)
  const payment = ['--payout-reference', 'BANK-2026-2', '--amount', '30.00 USD']
  await ops('act', 'withdrawals.approve', '--reference', reference, ...payment, ...AUTHORITY)
  // The page learns of it by itself.
  await actor.sees(t('wallet.status.successful'))

  const me = await ask<Me>(kept, '/me')
  expect(me.verified).toBe(true)
  expect(minor(me.balance.available)).toBe(1_000_000 + 25_050 - 3_000)
  await actor.open('/pages/money-record/money-record')
  await actor.sees(t('common.noMore'))
  expect(actor.program.privacy).toMatchObject({ asked: ['chooseMedia'], ownQuestions: 0 })
  expect(actor.program.complaints).toEqual([])
  expect([...actor.program.missing]).toEqual([])
})
