import type { TestUser } from '../../../test/app'
import { server, withConsole } from '../../../test/consoleOfFile'
import { runOps } from '../../../test/ops'
import { tablesWith } from '../../../test/phones'
import { findHold } from '../../users/holds'

const people = withConsole(
  { one: ['administrator', 'support'], two: ['administrator', 'support'] },
  { config: { blockedCountries: ['FR'] } },
)
/** Keys of two administrators. */
let keys: string[]
beforeAll(async () => {
  await server.clock.advance(60_000)
  keys = await Promise.all(
    Object.values(people).map(async (person) => {
      const made = await person.post('/keys', { name: 'desk', days: 30, code: person.code() })
      return made.json<{ key: string }>().key
    }),
  )
})

let made = 0
const nextPhone = () => `139${String(++made).padStart(8, '0')}`
const ops = (line: string, who = 0) => runOps(server.deps, `--json ${line} --reason "seen at the desk"`, keys[who])
/** As `<account> <country> <number>`. */
async function propose(line: string): Promise<string> {
  const [account, country, number] = line.split(' ')
  const asked = await ops(`act users.set-phone --user ${account} --country ${country} --number ${number}`)
  return JSON.parse(asked).proposal
}
const audit = async () => JSON.parse(await runOps(server.deps, '--json audit list --limit 1')) as object[]
const agree = async (proposal: string, who = 1) =>
  JSON.parse(await runOps(server.deps, `--json agree ${proposal}`, keys[who])).state
const setPhone = async (line: string) => agree(await propose(line))
const registering = async (account: string, phone: string) => {
  const answer = await server.register(account, phone, await server.openingCode())
  return [answer.statusCode, answer.json().code]
}
const breakOf = async (user: TestUser) => (await server.call(user, 'GET', '/account-limits')).json().break

test('two people give an account another number, which stands in no log; nothing else ends', async () => {
  const user = await server.registerUser('moved_1')
  const phone = nextPhone()
  const proposal = await propose(`moved_1 CN ${phone}`)
  expect(await tablesWith(server.database, phone)).toEqual([])
  await expect(agree(proposal, 0)).rejects.toThrow('your own')
  // The second person reads the number first; the look is logged without it.
  expect(await ops(`proposals show ${proposal}`, 1)).toContain(phone)
  expect(await audit()).toMatchObject([{ action: 'proposals.show', actor: 'staff/two' }])
  expect(await runOps(server.deps, 'proposals list')).not.toContain(phone)
  expect(await agree(proposal)).toBe('done')
  expect(JSON.parse(await ops('users show moved_1')).phone).toBe(`+86****${phone.slice(-4)}`)
  expect(await tablesWith(server.database, phone)).toEqual([])
  const entries = JSON.parse(await runOps(server.deps, '--json audit list --limit 2')) as object[]
  expect(entries[1]).toMatchObject({ action: 'users.set-phone', actor: 'staff/two', subject: `user ${user.id}` })

  expect(await registering('other_1', phone)).toEqual([409, 'phone_taken'])
  expect(await registering('other_2', user.phone)).toEqual([201, undefined])
  expect((await server.call(user, 'GET', '/me')).statusCode).toBe(200)
  expect(await findHold(server.database, user.id, server.clock.now())).toBeUndefined()
})

test("a number that is none, or another account's, is refused, and the account keeps its own", async () => {
  const [user, other] = [await server.registerUser('kept_own'), await server.registerUser('neighbour')]
  const reserved = nextPhone()
  await registering('half_way', reserved)
  await expect(propose('kept_own CN 12345678901')).rejects.toThrow('not a phone number of this country')
  await expect(propose('kept_own FR 612345678')).rejects.toThrow('not served')
  for (const taken of [other.phone, reserved]) {
    const proposal = await propose(`kept_own CN ${taken}`)
    await expect(agree(proposal)).rejects.toThrow('Another account')
    await ops(`withdraw ${proposal}`)
  }
  expect(await registering('half_kept', user.phone)).toEqual([409, 'phone_taken'])
  expect(JSON.parse(await ops('users show kept_own')).phone).toBe(`+86****${user.phone.slice(-4)}`)
  expect(await setPhone(`kept_own CN ${user.phone}`)).toBe('done')
})

test('a break of the account holds for the number, and one of the number for the account', async () => {
  const [resting, former, later] = [
    await server.registerUser('resting'),
    await server.registerUser('former'),
    await server.registerUser('later_1'),
  ]
  const phone = nextPhone()
  await server.call(resting, 'POST', '/account-break', { kind: 'exclusion', until: null })
  await setPhone(`resting CN ${phone}`)
  expect(await breakOf(resting)).toMatchObject({ kind: 'exclusion' })
  await setPhone(`resting CN ${nextPhone()}`)
  await setPhone(`later_1 CN ${phone}`)
  expect(await breakOf(later)).toMatchObject({ kind: 'exclusion', until: null })
  expect(await breakOf(former)).toBeNull()
})
