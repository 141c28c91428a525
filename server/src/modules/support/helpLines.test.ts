import type { HelpLines } from '../../../../contract/accountLimits'
import type { TestUser } from '../../../test/app'
import { runOps } from '../../../test/ops'
import { setPhone } from '../../../test/phones'
import { server, withServer } from '../../../test/serverOfFile'

withServer()

const ops = (line: string) => runOps(server.deps, `help-lines ${line}`)
const change = (line: string) => ops(`${line} --actor ada --reason "checked by phone"`)
const answerTo = (user: TestUser, locale: string) => server.call(user, 'GET', `/help-lines?locale=${locale}`)
const linesOf = async (user: TestUser, locale = 'fr-FR') => (await answerTo(user, locale)).json<HelpLines>()

test('users are shown the lines of their country, else those for everywhere, else none', async () => {
  const user = await server.registerUser()
  expect(await linesOf(user)).toEqual({ country: null, items: [] })
  await change('add everywhere --name "Anywhere Help" --url https://anywhere.example/')
  expect((await linesOf(user)).items).toEqual([
    { name: 'Anywhere Help', phone: null, url: 'https://anywhere.example/' },
  ])
  await change('add CN --name "北京热线" --phone "010 8295 1332"')
  await change('add DE --name Beratung --phone "0800 1 37 27 00" --url https://beratung.example')
  await change('add FR --name Écoute --phone "09 74 75 13 13"')
  // The registered phone number is Chinese, regardless of the user's language.
  expect(await linesOf(user)).toEqual({
    country: 'CN',
    items: [{ name: '北京热线', phone: '010 8295 1332', url: null }],
  })
  const phoneIs = (phone: string) => setPhone(server, user.id, phone)
  await phoneIs('+4915123456789')
  expect(await linesOf(user)).toMatchObject({ country: 'DE', items: [{ name: 'Beratung' }] })
  await phoneIs('+819012345678')
  expect(await linesOf(user)).toMatchObject({ country: null, items: [{ name: 'Anywhere Help' }] })
  // The number names no country, so the language decides.
  await phoneIs('+')
  expect(await linesOf(user)).toMatchObject({ country: 'FR', items: [{ name: 'Écoute' }] })
  expect((await answerTo(user, 'xx-XX')).statusCode).toBe(400)
})

test('an operator replaces and removes lines, each with an entry of the audit log', async () => {
  const user = await server.registerUser()
  const listed = async () => JSON.parse(await ops('list --json')) as { number: number; name: string; country: string }[]
  await change('add CN --name "北京热线" --phone "12356"')
  expect((await linesOf(user)).items).toEqual([{ name: '北京热线', phone: '12356', url: null }])
  const { number } = (await listed()).find(({ country }) => country === 'CN') ?? { number: 0 }
  await change(`remove ${number}`)
  expect((await linesOf(user)).country).toBeNull()
  await expect(change(`remove ${number}`)).rejects.toThrow('There is no line')
  const entries = await server.database.query<{ action: string }>(
    `select action from audit_entry where subject = $1 order by id`,
    [`help line ${number}`],
  )
  expect(entries.map(({ action }) => action)).toEqual(['help-lines.add', 'help-lines.add', 'help-lines.remove'])
})

test('a line that leads nowhere is refused, and an eleventh of one country', async () => {
  const before = await ops('list')
  for (const line of [
    'add DE --name Nobody',
    'add DE --name Plain --url http://plain.example',
    'add DE --name Script --url javascript:alert(1)',
    'add DE --name Words --phone "call me"',
    'add XX --name Nowhere --phone 1234',
  ])
    await expect(change(line)).rejects.toThrow()
  expect(await ops('list')).toBe(before)
  for (let index = 0; index < 10; index++) await change(`add TH --name "Line ${index}" --phone 1323`)
  await change('add TH --name "Line 9" --phone 1667')
  await expect(change('add TH --name "Line 10" --phone 1323')).rejects.toThrow('10 lines for TH')
})
