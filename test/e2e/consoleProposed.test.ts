import { confirms, picture } from './consoleLooks'
import { type ConsoleUser, registerUser } from './consoleUser'
import { type Office, openOffice } from './office'

let office: Office
let user: ConsoleUser
let complaints: string[]
beforeAll(async () => {
  office = await openOffice()
  const second = await office.joins('dora', ['cashier', 'verifier'])
  user = await registerUser('bank', office.server)
  complaints = []
  for (const { page } of [office.admin, second]) page.on('pageerror', (error) => complaints.push(String(error)))
})
afterAll(() => office.close())

test('a deposit that waits for a second person shows the proposal in place of its buttons', async () => {
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
  expect(complaints).toEqual([])
})
