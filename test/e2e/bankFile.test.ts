import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle } from 'puppeteer-core'
import { until } from '../support/until'
import { claims } from './consoleKinds'
import { confirms, picture } from './consoleLooks'
import { act, ask } from './consoleRequests'
import { type ConsoleUser, registerUser } from './consoleUser'
import { breachesOn, type Desk } from './desk'
import { agreedTo, type Office, openOffice } from './office'

let office: Office
let colleague: Desk
let user: ConsoleUser
let failures: string[]
const folder = mkdtempSync(join(tmpdir(), 'fairtick-bank-file-'))

beforeAll(async () => {
  office = await openOffice({ FOUR_EYES_ALONE: 'verifications.approve,deposits.approve:2000.00' })
  colleague = await office.joins('dora', ['cashier', 'verifier'])
  user = await registerUser('payer', office.server)
  failures = []
  for (const { page } of [office.admin, colleague]) page.on('pageerror', (error) => failures.push(String(error)))
})
afterEach(() => expect(failures).toEqual([]))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await office.close()
})

/** In both themes. */
async function pictures(desk: Desk, name: string) {
  for (const value of ['dark', 'light']) {
    await desk.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ])
    await desk.page.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, {}, value)
    await picture(desk, `console-${name}-${value}`)
  }
}

async function goes(desk: Desk, path: string) {
  await desk.page.goto(new URL(path, desk.page.url()).href)
}

test("a bank's own CSV file is described, agreed to, imported, and pays the deposit that it names", async () => {
  const { admin } = office
  const { path, reference } = await user.deposit('1250.00')
  const day = new Date().toISOString().slice(0, 10).split('-').reverse().join('.')
  const file = join(folder, 'umsaetze.csv')
  // Lines in front, windows-1252, a decimal comma, money in and out in two columns, a reference cut over two lines.
  const lines = [
    'Kontoauszug;Test Bank',
    '',
    'Buchungstag;Verwendungszweck;Soll;Haben;W\u00e4hrung',
    `${day};"EINZAHLUNG ${reference.slice(0, 9)}\n${reference.slice(9)}";;1.250,00;USD`,
    `${day};Geb\u00fchr;3,50;;USD`,
  ]
  writeFileSync(file, lines.join('\r\n'), 'latin1')
  await goes(admin, '/statements')
  await admin.uploads(file)
  await admin.sees('Describe how this bank’s files are read.')
  const fields = (await admin.page.$$('input[type=file]')) as ElementHandle<HTMLInputElement>[]
  await fields[1]?.uploadFile(file)
  await admin.sees('1,250.00 USD')
  await admin.sees('-3.50 USD')
  await pictures(admin, 'describe')
  await admin.fills('Name', 'Test Bank')
  await admin.presses('Propose this description')
  await agreedTo(admin, 'seen in its file', colleague)
  await goes(admin, '/statements')
  await admin.uploads(file)
  await admin.sees('Matches a pending deposit')
  await pictures(admin, 'described')
  await admin.presses('Credit all matched (1) · 1,250.00 USD')
  await admin.fills('Reason, for the audit log', 'on the account')
  await confirms(admin)
  await until('the deposit to be credited', async () => (await user.statusOf(path)) === 'successful')
})

test("a payee's name as the bank has it is accepted by two people, and its user may withdraw", async () => {
  const { admin } = office
  await user.submitIdentity()
  const { items } = await ask<{ items: { key: string; account: string }[] }>(admin, 'GET', '/verifications')
  const own = items.find(({ account }) => account === user.account)
  await claims(admin, 'verifications', own?.key ?? '')
  for (const side of ['front', 'back']) await ask(admin, 'GET', `/verifications/${own?.key}/photos/${side}`)
  await act(admin, 'verifications.approve', { user: own?.key })
  await user.bind('WANG XIAOMING')
  await expect(user.withdraw('100.00', '1.10')).rejects.toThrow('payee_differs')
  await goes(admin, '/payees')
  await admin.sees('WANG XIAOMING')
  await pictures(admin, 'payees')
  await admin.pressesIn('WANG XIAOMING', 'Accept the payee’s name')
  await agreedTo(admin, 'the letter of the bank', colleague)
  await goes(admin, '/payees')
  await admin.page.waitForFunction(() => !document.body.textContent?.includes('WANG XIAOMING'))
  expect(await breachesOn(admin.page)).toEqual([])
  await user.withdraw('100.00', '1.10')
})
