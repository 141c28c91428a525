import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { creditorReference } from '../../contract/creditorReference'
import { zipOf } from '../../server/test/zip'
import { confirms, picture } from './consoleLooks'
import { type ConsoleUser, registerUser } from './consoleUser'
import { breachesOn, type Desk } from './desk'
import { agreedTo, type Office, openOffice } from './office'

let office: Office
let second: Desk
let user: ConsoleUser
let complaints: string[]
const folder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-bank-'))
beforeAll(async () => {
  office = await openOffice()
  second = await office.joins('dora', ['cashier', 'verifier'])
  user = await registerUser('bank', office.server)
  complaints = []
  for (const { page } of [office.admin, second]) page.on('pageerror', (error) => complaints.push(String(error)))
})
afterAll(async () => {
  await office.close()
  rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('a bank is described from one of its files, its ZIP is read by that, and the description is removed again', async () => {
  const { admin } = office
  const { page } = admin
  const { reference } = await user.deposit('1250.00')
  const head = 'Konto H\xe4user\n\nBuchungstag;Empf\xe4nger;Verwendungszweck;Betrag;Waehrung\n'
  const line = (text: string, amount: string) => `03.04.26;DOE;${text};${amount};USD\n`
  const path = fileOf('bank.csv', Buffer.from(head + line('x', '1.000,00'), 'latin1'))
  await page.goto(new URL('/statements', page.url()).href)
  const chooser = page.waitForFileChooser()
  await admin.presses('Describe a CSV file')
  await (await chooser).accept([path])
  await admin.sees('Verwendungszweck')
  await admin.sees('1,000.00 USD')
  await admin.fills('Name', 'Bank A')
  await picture(admin, 'console-bank-described')
  expect(await breachesOn(page)).toEqual([])
  await admin.presses('Propose this description')
  await agreedTo(admin, 'as their file shows', second)

  const structured = creditorReference(reference)
  const day = head + line(structured, '1.250,00') + line('x', '1.000,00')
  const zip = zipOf({ 'day.csv': Buffer.from(day, 'latin1'), 'empty.csv': Buffer.from(head, 'latin1') })
  await page.goto(new URL('/statements', page.url()).href)
  await admin.uploads(fileOf('bank.zip', zip))
  await admin.sees('bank.zip: day.csv')
  await admin.sees('Matches a pending deposit')
  await picture(admin, 'console-bank-zip')

  await page.goto(new URL('/statements', page.url()).href)
  await admin.chooses('Read CSV files by', 'Bank A')
  await admin.presses('Remove this description')
  await agreedTo(admin, 'no such bank', second)
  expect(complaints).toEqual([])
})

test("a deposit that waits for a second person shows the proposal; a payee's name is decided", async () => {
  const { admin } = office
  const { page } = admin
  const { reference } = await user.deposit('77.00')
  await page.goto(new URL(`/deposits?open=${reference}`, page.url()).href)
  await admin.presses('Claim')
  await admin.presses('Credit deposit')
  await admin.fills('Reason, for the audit log', 'on the account')
  await confirms(admin)
  await admin.sees('Waiting for a second person')
  await admin.sees('admin proposed: Credit deposit')
  expect(await page.$$eval('.sheet__bar button', (buttons) => buttons.map((each) => each.textContent))).toEqual([
    'Release',
  ])
  await picture(admin, 'console-proposed')
  await page.goto(new URL('/payees', page.url()).href)
  await picture(admin, 'console-payees')
  expect(complaints).toEqual([])
})
