import { enter } from './account'
import { PHONE } from './browser'
import { brokenLabelsOn, clippedOn, lasting, overflowOn, violationsOn } from './pageChecks'
import { textsOf } from './texts'
import { demo, visitors } from './visitors'

const arrive = visitors()
const PIN = '271828'
const WRONG = '000000'

test('a borrowed phone shows nothing of its user until the PIN, and the page is there after it', async () => {
  const t = textsOf('en-US')
  const { actor, page, complaints, close } = await arrive({ ...PHONE, locale: 'en-US' })
  const types = async (pin: string) => {
    for (const digit of pin) await actor.presses(digit)
  }
  await enter(actor, t, demo)
  await actor.open('/pages/set/set')
  await actor.presses(t('title.lock'))
  await actor.arrivesAt('/pages/lock/lock')
  const looks = { brokenLabelsOn, clippedOn, overflowOn, violationsOn }
  const isFine = async () => {
    for (const [name, look] of Object.entries(looks)) expect([name, await lasting(look, actor.tab)]).toEqual([name, []])
  }
  await actor.presses(t('lock.turnOn'))
  await types(PIN)
  await actor.sees(t('lock.repeat'))
  await types(PIN)
  await actor.sees(t('security.turnOff'))
  await isFine()
  await actor.screenshot('lock-settings')

  await actor.open('/pages/money-record/money-record')
  await actor.reads('button', t('title.statement'))
  // Away since an hour: a page that is opened then asks before it loads anything of the user.
  await page.evaluate(() => localStorage.setItem('appLockSeen', String(Date.now() - 3_600_000)))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/statement') || request.url().includes('/capital')) asked.push(request.url())
  })
  await page.reload()
  await actor.sees(t('lock.enter'))
  expect(await page.$(`[aria-label="${t('title.statement')}"]`)).toBeNull()
  expect(asked).toEqual([])
  await isFine()
  await actor.screenshot('lock')
  // Nor is anything to be seen one page back.
  await page.goBack()
  await actor.arrivesAt('/pages/lock/lock')
  await types(WRONG)
  await actor.sees(t('lock.wrong_other', { count: 4 }))
  await types(PIN)
  await actor.reads('button', t('title.statement'))
  expect(complaints).toEqual([])
  await close()
})
