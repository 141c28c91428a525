import type { Me } from '../../contract/accounts'
import type { StaffRole } from '../../contract/console'
import type { Actor } from './actor'
import { picture, pictured } from './consoleLooks'
import { type ConsoleUser, registerUser } from './consoleUser'
import type { Desk } from './desk'
import { agreedTo, type Office, openOffice } from './office'
import { containing, textsOf } from './texts'
import { openApp } from './userApp'

/** Refusals and stops by staff, and the user's texts of them in the app, in another language than theirs. */
const LOCALE = 'de-DE'
const t = textsOf(LOCALE)
const NOTE = 'Call us before noon'
/** A reason as staff choose it: their console is in English. */
const english = textsOf('en-US')
const reasonOf = (code: string) => english(`operator.reason.${code}`)

let office: Office
let second: Desk
let user: ConsoleUser
let app: Actor
let complaints: string[]
beforeAll(async () => {
  office = await openOffice()
  const { browser, server } = office
  user = await registerUser('told', server)
  const { actor, opened } = await openApp(browser, server.origin, { session: user.session, locale: LOCALE })
  app = actor
  complaints = opened.complaints
  second = await joins('dora', ['support', 'verifier', 'cashier'])
})
afterAll(() => office.close())

/** A desk whose page may not complain. */
async function joins(login: string, roles: StaffRole[]): Promise<Desk> {
  const desk = await office.joins(login, roles)
  desk.page.on('pageerror', (error) => complaints.push(`${login}: ${error}`))
  desk.page.on('console', (entry) => {
    if (entry.type() === 'error') complaints.push(`${login}: ${entry.text()}`)
  })
  return desk
}

/** Fills the dialog that is open: what the user is told, why, and a colleague agrees. */
async function refuses(desk: Desk, told: string, why: string) {
  await desk.chooses('Reason shown to the user', told)
  await desk.fills('Note to the user', NOTE)
  await picture(desk, `console-refuses-${why.replaceAll(' ', '-')}`)
  await agreedTo(desk, why, second)
}

/** Takes an item of the open queue, and opens it once it is theirs. */
async function claims(desk: Desk, row: string) {
  await desk.selects(row)
  await desk.presses('Claim')
  await desk.sees('Yours until')
}

test("a verifier's day: a rejection tells the user why, who sends the documents again", async () => {
  const vera = await joins('vera', ['verifier'])
  const opens = async (take: () => Promise<void>) => {
    await vera.page.goto(new URL('/verifications', vera.page.url()).href)
    await take()
    await vera.page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.split__item img')].filter(
          ({ naturalWidth }) => naturalWidth > 0,
        ).length === 2,
    )
  }
  await user.submitIdentity()
  await opens(() => claims(vera, user.account))
  await vera.presses('Reject verification')
  await refuses(vera, reasonOf('photo_unclear'), 'the lower edge')
  await app.open('/pages/verify/verify')
  const reason = `${t('operator.reason.photo_unclear')} ${t('operator.note', { note: NOTE })}`
  await app.sees(t('identity.rejected', { reason }))
  await app.screenshot('console-rejected-user')
  expect(await user.statusOf('/verification')).toBe('rejected')

  await user.submitIdentity()
  // A page loaded a moment ago is still shown.
  await opens(() => vera.selects(user.account))
  await vera.presses('Approve verification')
  await agreedTo(vera, 'sharp now', second)
  await app.sees(t('identity.status.verified'))
  expect(complaints).toEqual([])
})

test("a cashier's day: a deposit and a withdrawal are refused, and the user reads why and has the money back", async () => {
  const carl = await joins('carl', ['cashier'])
  const opens = async (queue: string, reference: string) => {
    await carl.page.goto(new URL(`/${queue}`, carl.page.url()).href)
    await claims(carl, reference)
  }
  const reads = async (page: string, amount: string, reason: string) => {
    await app.open(page)
    await app.presses(containing(amount))
    await app.sees(containing(reason))
    await app.sees(containing(t('operator.note', { note: NOTE })))
  }
  const deposit = await user.deposit('77.00')
  await opens('deposits', deposit.reference)
  await carl.presses('Reject deposit')
  await refuses(carl, reasonOf('payment_not_found'), 'no such payment')
  expect(await user.statusOf(deposit.path)).toBe('failed')
  await reads('/pages/withdraw-list/withdraw-open', '77,00', t('operator.reason.payment_not_found'))

  await user.bind()
  const before = await app.asks<Me>('/me')
  const withdrawal = await user.withdraw('60.00', '1.06')
  await opens('withdrawals', withdrawal.reference)
  await carl.presses('Reject and return the money')
  await refuses(carl, reasonOf('account_holder_differs'), 'another name')
  expect(await user.statusOf(withdrawal.path)).toBe('failed')
  await reads('/pages/withdraw-list/withdraw-list', '60,00', t('operator.reason.account_holder_differs'))
  const { available, total } = before.balance
  expect((await app.asks<Me>('/me')).balance).toMatchObject({ available, total })

  // Staff read the decision in words, too.
  await carl.page.goto(new URL('/withdrawals', carl.page.url()).href)
  await carl.page.locator('.ant-segmented-item ::-p-text(Failed)').click()
  await carl.selects(withdrawal.reference)
  await carl.sees(`It was not approved. ${reasonOf('account_holder_differs')} ${NOTE}`)
  await picture(carl, 'console-refused-withdrawal')
  expect(complaints).toEqual([])
})

async function opensUser(desk: Desk) {
  await desk.page.goto(new URL('/users', desk.page.url()).href)
  await desk.page.locator('.ant-input-search input').fill(user.account)
  await desk.presses('Search')
  await desk.selects(user.account)
}

test("a supporter's day: a user is found and noted, money out is stopped with a reason that the user reads, and lifted", async () => {
  const olga = await joins('olga', ['support'])
  await app.open('/pages/withdraw-money/withdraw-money')
  await app.sees(t('wallet.withdraw.next'))

  await opensUser(olga)
  await olga.fills('Internal note (cannot be changed later)', 'called about a payment')
  await olga.presses('Add note')
  await olga.page.locator('.split__item ::-p-text(called about a payment)').wait()
  await pictured(olga, 'user')
  await olga.presses('Restrict user')
  await olga.chooses('Type', 'Withdrawals')
  await refuses(olga, reasonOf('identity_check'), 'an odd call')
  // The page of the user learns of it by itself.
  await app.sees(t('wallet.obstacle.stopped'))
  await app.sees(containing(t('operator.reason.identity_check')))
  await app.sees(containing(t('operator.note', { note: NOTE })))
  await app.screenshot('console-stopped-user')
  await expect(user.withdraw('10.00', '1.01')).rejects.toThrow('withdrawals_frozen')

  await opensUser(olga)
  await olga.page.locator(`.split__item td ::-p-text(${reasonOf('identity_check')})`).wait()
  await pictured(olga, 'user-stopped')
  await olga.pressesIn('Withdrawals', 'Lift restriction')
  await agreedTo(olga, 'it was the user', second)
  await app.seesNoMore(t('wallet.obstacle.stopped'))
  const { path } = await user.withdraw('10.00', '1.01')
  expect(await user.statusOf(path)).toBe('under_review')
  expect(complaints).toEqual([])
})

test("a user's deposits and withdrawals lead into the queues, and what was refused is read later", async () => {
  const { admin } = office
  const waiting = await user.deposit('88.00')
  await opensUser(admin)
  await admin.page.locator(`.split__item td ::-p-text(${reasonOf('payment_not_found')})`).wait()
  await pictured(admin, 'user-money')
  await admin.page.locator(`.split__item a ::-p-text(${waiting.reference})`).click()
  await admin.page.locator('.split__item .fact ::-p-text(Bank transfer)').wait()
  await admin.presses('Claim')
  await admin.sees('Credit deposit')
  expect(new URL(admin.page.url()).pathname).toBe('/deposits')
  await picture(admin, 'console-linked-deposit')

  await opensUser(admin)
  await admin.presses('End all sessions')
  await admin.fills('Reason, for the audit log', 'asked by phone')
  await admin.presses('Continue')
  await admin.sees('Waiting for a second person')
  await second.page.goto(new URL('/proposals', second.page.url()).href)
  await second.selects('asked by phone')
  await second.presses('Reject')
  await second.fills('Reason, for the audit log', 'the caller was not the user')
  await second.page.locator('.ant-modal-confirm-btns .ant-btn-primary').click()
  await second.sees('Nothing to do here.')
  await second.page.locator('.ant-segmented-item ::-p-text(Rejected)').click()
  await second.selects('asked by phone')
  await second.sees('the caller was not the user')
  const text = await second.page.$eval('.split__item', ({ textContent }) => textContent)
  for (const part of ['End all sessions', user.account, 'admin', 'dora', 'the caller was not the user'])
    expect(text).toContain(part)
  await picture(second, 'console-refused-proposals')
  await pictured(second, 'refused-proposals')
  expect(complaints).toEqual([])
})
