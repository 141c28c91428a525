import { beginning, textsOf } from '../e2e/texts'
import { pause } from '../support/until'
import { startAsMember } from './member'
import { byText } from './rig/tree'
import { stopAll } from './start'

const t = textsOf('zh-CN')
afterEach(stopAll)

const OWN = 'http://usr/'

test('a file that the server was asked for is ready, and a tap of its own sends it; none of it outlives the session', async () => {
  const { actor } = await startAsMember()
  const { program } = actor
  const sent = () =>
    program.calls.filter(({ name }) => name === 'shareFileMessage').map(({ options }) => options.fileName)
  await actor.open('/pages/money-record/money-record')
  await actor.sees(t('common.noMore'))
  await actor.presses(t('wallet.record.export'))
  await actor.sees(t('shell.inApp.fileReady'))
  expect(sent()).toEqual([])
  // Who closes WeChat's list of chats has no failure.
  program.refusals.set('shareFileMessage', 'cancel')
  await actor.presses(t('shell.inApp.sendFile'))
  await actor.seesNoMore(t('shell.inApp.fileReady'))
  await pause(200)
  expect(byText(program.pages.tree(), t('shell.inApp.fileNotSent'))).toEqual([])

  program.refusals.clear()
  await actor.presses(t('wallet.record.export'))
  await actor.presses(t('shell.inApp.sendFile'))
  await actor.sees(t('shell.inApp.fileSent'))
  expect(sent()).toEqual([expect.stringMatching(/\.csv$/)])

  const kept = () => [...program.files.keys()].filter((path) => path.startsWith(OWN))
  expect(kept()).toHaveLength(1)
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await actor.presses(t('settings.logOut'))
  await actor.until('the files to go', () => (kept().length === 0 ? true : undefined))
  expect(program.complaints).toEqual([])
})

test('a camera that is refused leads to the settings; a kind of data that is not declared is a failure in words', async () => {
  const choose = `${t('identity.front')}: ${t('identity.choosePhoto')}`
  const { actor } = await startAsMember({ choices: { photo: () => 'auth deny' } })
  await actor.open('/pages/verify/verify')
  await actor.presses(choose)
  await actor.presses(t('shell.privacy.agree'))
  await actor.sees(t('shell.inApp.denied'))
  await actor.presses(t('shell.inApp.openSettings'))
  await actor.until('the settings', () => actor.program.calls.find(({ name }) => name === 'openSetting'))

  const { actor: other } = await startAsMember({ declared: [] })
  await other.open('/pages/verify/verify')
  await other.presses(choose)
  await other.sees(t('shell.inApp.photoFailed'))
})

test('a file from a chat is checked, and one that cannot be read is said to be so', async () => {
  let file: string | undefined = '{"no":"receipt"}'
  const { actor } = await startAsMember({ choices: { chatFile: () => file } })
  await actor.open('/pages/check/check')
  await actor.presses(t('orders.check.file'))
  await actor.presses(t('shell.privacy.agree'))
  await actor.sees(t('orders.proof.problem.format'))
  expect(await actor.valueOf(t('orders.check.paste'))).toBe(file)
  file = undefined
  await actor.presses(beginning(t('orders.check.file')))
  expect(await actor.valueOf(t('orders.check.paste'))).toBe('{"no":"receipt"}')
})
