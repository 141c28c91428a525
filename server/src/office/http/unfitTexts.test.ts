import { server, withConsole } from '../../../test/consoleOfFile'
import { runOps } from '../../../test/ops'

const { root } = withConsole({ root: ['administrator', 'support', 'content'] })

const REVERSED = 'paid \u202e05.00'
const answerTo = async (url: string, payload: object) => {
  const answer = await root.post(url, payload)
  return [answer.statusCode, answer.json()?.problem]
}

test('no text of staff takes characters that turn around what follows, or control characters', async () => {
  const user = await server.registerUser()
  const texts = (title: string) => [{ locale: 'en-US', title, body: 'Tomorrow.' }]
  const unfit = [400, 'characters_unfit']
  expect(await answerTo(`/users/${user.id}/notes`, { text: REVERSED })).toEqual(unfit)
  const freeze = { user: String(user.id), kind: 'money_out', told: 'own_wish' }
  const frozenFor = (reason: string, note = 'a note') =>
    answerTo('/actions/users.freeze', { params: { ...freeze, note }, reason })
  expect(await frozenFor(REVERSED)).toEqual(unfit)
  expect(await frozenFor('asked', REVERSED)).toEqual(unfit)
  for (const character of ['\u202a', '\u2066', '\u2069', '\u0000', '\u0007', '\u009b'])
    expect([character, await frozenFor(`as${character}ked`)]).toEqual([character, unfit])
  const announced = { params: { texts: texts(REVERSED) }, reason: 'test' }
  expect(await answerTo('/actions/content.announce', announced)).toEqual(unfit)
  expect(await answerTo('/proposals/1/refuse', { reason: REVERSED })).toEqual(unfit)
  expect(await server.database.query('select 1 as found from user_note')).toEqual([])
  const search = await root.get(`/users?text=${encodeURIComponent('ab\u0000')}`)
  expect([search.statusCode, search.json().problem]).toEqual(unfit)
})

test('lines, joiners and the marks of scripts that run to the left stay as they were typed', async () => {
  const user = await server.registerUser()
  const text = 'שלום\u200f, می\u200cخواهم\n\t👩\u200d💻 x\u200e!'
  expect((await root.post(`/users/${user.id}/notes`, { text })).statusCode).toBe(200)
  const { notes } = (await root.post(`/users/${user.id}/open`)).json<{ notes: { text: string }[] }>()
  expect(notes.map((note) => note.text)).toEqual([text])
})

test('a command with such a text is not carried out', async () => {
  const codes = () => server.database.query('select code from opening_code')
  const before = await codes()
  await expect(runOps(server.deps, `codes issue --count 1 --actor ada --reason "${REVERSED}"`)).rejects.toThrow(
    'hidden control character U+202E',
  )
  expect(await codes()).toEqual(before)
})
