import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Me } from '../../contract/accounts'
import type { CapitalRecordPage } from '../../contract/capitalRecord'
import type { Order } from '../../contract/orders'
import { pause, until } from '../support/until'
import { enter, joinIn, type NewAccount, newAccount, typePin } from './account'
import type { Actor } from './actor'
import { PHONE } from './browser'
import { pagesThatTell, placesOrder, savesMoney } from './hiding'
import { AUTHORITY, ops } from './operator'
import { beginning, containing, textsOf } from './texts'
import { OPENING_CODE, visitors } from './visitors'

const locale = 'en-US'
const t = textsOf(locale)
/** One pixel by one is a picture; what matters is that it goes the whole way. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-money-'))
const photo = join(folder, 'id.png')
writeFileSync(photo, PIXEL)

const arrive = visitors()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function choosePhoto(actor: Actor, side: 'front' | 'back') {
  const name = `${t(`identity.${side}`)}: ${t('identity.choosePhoto')}`
  const [chooser] = await Promise.all([actor.page.waitForFileChooser(), actor.presses(name)])
  await chooser.accept([photo])
}

/** The newest reference of a list, e.g. "FW-…". */
async function newest(actor: Actor, path: '/deposits' | '/withdrawals'): Promise<string> {
  const page = await actor.asks<{ items: { reference: string }[] }>(`${path}?limit=1`)
  return page.items[0]?.reference ?? ''
}

/** On the deposit page. */
async function deposit(actor: Actor, amount: string, channel: string) {
  await actor.fills(t('wallet.amount'), amount)
  await actor.presses(containing(channel), 'radio')
  await actor.presses(new RegExp(`^${t('wallet.deposit.confirm')} · `))
}

async function verify(actor: Actor, { account, idNumber }: NewAccount) {
  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.sees(t('wallet.obstacle.notVerified'))
  await actor.presses(t('wallet.obstacle.goVerify'))
  await actor.arrivesAt('/pages/verify/verify')
  await actor.fills(t('identity.name'), '林梅')
  await actor.fills(t('identity.idNumber'), idNumber)
  await survivesReload(actor, idNumber)
  await choosePhoto(actor, 'front')
  await choosePhoto(actor, 'back')
  await actor.sees(t('identity.front'))
  // Both are there once the buttons offer another photo.
  for (const side of ['identity.front', 'identity.back']) {
    await actor.reads('button', `${t(side)}: ${t('identity.photoAgain')}`)
  }
  await actor.page.waitForFunction(() => document.querySelectorAll('.photo__box:disabled').length === 0)
  await actor.presses(t('identity.submit'))
  await actor.sees(t('identity.status.submitted'))
  await ops('verifications', 'open', account, '--to', folder, ...AUTHORITY)
  await actor.sees(t('identity.status.under_verification'))
  await ops('act', 'verifications.approve', '--user', account, ...AUTHORITY)
  await actor.sees(t('identity.status.verified'))
}

const keptDraft = (actor: Actor) => actor.page.evaluate(() => localStorage.getItem('verificationDraft'))

/** Typed text is there again after a reload, though the device's storage does not tell it. */
async function survivesReload(actor: Actor, idNumber: string) {
  // Sealing takes its time, the longer the busier the machine.
  await until('the last draft to be kept', async () => {
    const kept = await keptDraft(actor)
    await pause(1_000)
    return kept !== null && kept === (await keptDraft(actor))
  })
  expect(await actor.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(idNumber)
  await actor.page.reload()
  await actor.sees(t('identity.photos'))
  expect([await actor.valueOf(t('identity.name')), await actor.valueOf(t('identity.idNumber'))]).toEqual([
    '林梅',
    idNumber,
  ])
}

async function bind(actor: Actor, tradePassword: string) {
  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.sees(t('wallet.obstacle.noAccount'))
  await actor.presses(t('wallet.obstacle.goBind'))
  await actor.arrivesAt('/pages/account/account')
  await actor.fills(t('wallet.payout.accountName'), '林梅')
  await actor.presses(beginning(t('wallet.payout.nationality')))
  await actor.fills(t('auth.nationalitySearch'), 'China')
  // Pressing a line of a list that is still being filtered would press another.
  await actor.page.waitForFunction(
    () => {
      const lines = [...document.querySelectorAll('[role=radio]')].map((line) => line.textContent).join()
      const before = Reflect.get(window, 'linesBefore')
      Reflect.set(window, 'linesBefore', lines)
      return lines === before && document.querySelectorAll('[role=radio]').length < 9
    },
    { polling: 500 },
  )
  await actor.presses(/^(中国|China)$/, 'radio')
  await actor.fills(t('wallet.payout.bank'), 'Bank of China')
  await actor.fills(t('wallet.payout.cardNumber'), '4111111111111111')
  await actor.fills(t('wallet.payout.accountAddress'), '上海市人民路 1 号')
  await actor.presses(t('wallet.payout.bind'))
  await typePin(actor, tradePassword)
  await actor.sees(t('common.saved'))
  await actor.sees(containing('4111 **** **** 1111'))
}

async function withdraw(actor: Actor, amount: string, tradePassword: string): Promise<string> {
  await actor.open('/pages/withdraw-money/withdraw-money')
  await actor.fills(t('wallet.amount'), amount)
  await actor.presses(new RegExp(`^${t('wallet.withdraw.next')} · `))
  await actor.sees(t('wallet.withdraw.confirm'))
  await typePin(actor, tradePassword)
  await actor.arrivesAt('/pages/withdraw-list/withdraw-list')
  await actor.sees(t('wallet.status.under_review'))
  return newest(actor, '/withdrawals')
}

const resultOf = (actor: Actor, order: string) =>
  until(
    'the order to close',
    async () => {
      const { closedAt, profitLoss } = await actor.asks<Order>(`/orders/${order}`)
      return closedAt === null ? undefined : (profitLoss ?? '0')
    },
    { everyMs: 500 },
  )

/** Expects pages to tell the user's own money while balances are shown, and none while hidden (PRODUCT.md 16.1). */
async function hidesItsMoney(actor: Actor, closed: string) {
  await placesOrder(actor, '613.57', 'long')
  await savesMoney(actor, '761.37')
  const queries = { 'pages/Detail/Detail': '?symbol=BTCUSDT', 'pages/order/closed': `?id=${closed}` }
  const telling = await pagesThatTell(actor, locale, queries)
  expect(PAGES_WITH_MONEY.filter((page) => !(page in telling))).toEqual([])
  await actor.open('/pages/user/user')
  await actor.presses(t('common.hideBalances'))
  await actor.reads('button', t('common.showBalances'))
  expect(await pagesThatTell(actor, locale, queries)).toEqual({})
}

const PAGES_WITH_MONEY = [
  'pages/index/index',
  'pages/order/order',
  'pages/user/user',
  'pages/Detail/Detail',
  'pages/money/money',
  'pages/Particulars/Particulars',
  'pages/transfer/transfer',
  'pages/money-record/money-record',
  'pages/withdraw-list/withdraw-open',
  'pages/withdraw-money/withdraw-money',
  'pages/message/message',
  'pages/order/closed',
  'pages/statement/statement',
  'pages/results/results',
]

const minor = (text: string) => Math.round(Number(text) * 100)

test('deposit, verify, bind, withdraw: cancel one, approve one, reject one; everything agrees to the cent', async () => {
  const { actor, complaints, close } = await arrive({ ...PHONE, locale })
  const user = newAccount()
  await joinIn(actor, t, user, OPENING_CODE)

  // This order is over by the time that the rest is done.
  const closed = await placesOrder(actor, '437.41', 'short')
  await actor.open('/pages/deposit/deposit')
  await deposit(actor, '350.5', t('wallet.channel.demo'))
  await actor.sees(t('wallet.status.successful'))
  await actor.presses(t('wallet.deposit.another'))
  await deposit(actor, '100', t('wallet.channel.bank'))
  await actor.sees(t('wallet.deposit.howTo'))
  const reference = await newest(actor, '/deposits')
  await actor.sees(reference)
  await ops('act', 'deposits.approve', '--reference', reference, '--amount', '100.00 USD', ...AUTHORITY)
  // The page learns of it by itself.
  await actor.sees(t('wallet.status.successful'))

  await verify(actor, user)
  await bind(actor, user.tradePassword)

  await withdraw(actor, '320', user.tradePassword)
  await actor.presses(containing('4111 **** **** 1111'))
  await actor.presses(t('wallet.withdraw.cancel'))
  await actor.sees(t('wallet.withdraw.cancelTitle'))
  await actor.presses(t('wallet.withdraw.cancel'))
  await actor.sees(t('wallet.reason.cancelled_by_user'))

  const approved = await withdraw(actor, '330', user.tradePassword)
  await ops('act', 'withdrawals.pick-up', '--reference', approved, '--amount', '330.00 USD', ...AUTHORITY)
  const payment = ['--payout-reference', 'BANK-2026-1', '--amount', '330.00 USD']
  await ops('act', 'withdrawals.approve', '--reference', approved, ...payment, ...AUTHORITY)
  await actor.sees(t('wallet.status.successful'))

  const rejected = await withdraw(actor, '340', user.tradePassword)
  await ops('act', 'withdrawals.pick-up', '--reference', rejected, '--amount', '340.00 USD', ...AUTHORITY)
  // After a pick-up two people say that nothing was sent.
  const { proposal } = await ops<{ proposal: string }>(
    'act',
    'withdrawals.reject',
    '--reference',
    rejected,
    '--not-sent',
    'yes',
    '--told',
    'payment_returned',
    '--note',
    'The bank sent it back',
    ...AUTHORITY,
  )
  await ops('agree', proposal, '--actor', 'bob')
  await actor.presses(containing('340.00'))
  await actor.sees(containing('The bank sent it back'))

  const result = await resultOf(actor, closed)
  const me = await actor.asks<Me>('/me')
  expect(me.verified).toBe(true)
  expect(minor(me.balance.available)).toBe(1_000_000 + 35_050 + 10_000 - 33_000 + minor(result))
  expect(me.balance.total).toBe(me.balance.available)
  const record = await actor.asks<CapitalRecordPage>('/capital-record?limit=100')
  expect(record.items[0]?.balance).toBe(me.balance.available)
  expect(record.items.reduce((sum, entry) => sum + minor(entry.amount), 0)).toBe(minor(me.balance.available))
  await actor.open('/pages/money-record/money-record')
  await actor.sees(t('wallet.record.kind.withdrawal_returned'))
  await actor.sees(t('common.noMore'))
  await actor.open('/pages/message/message')
  await actor.sees(t('message.withdrawal_successful.title'))
  expect(complaints).toEqual([])

  // Somebody with the password, on a device that the account does not know: no money leaves for a day.
  const { actor: other, close: leave } = await arrive({ ...PHONE, locale })
  await enter(other, t, user)
  await other.open('/pages/withdraw-money/withdraw-money')
  await other.sees(t('wallet.obstacle.heldText', { reason: t('wallet.hold.new_device') }))
  await leave()
  await actor.sees(t('message.security.login_new_device.title'))
  await hidesItsMoney(actor, closed)
  await close()
})
