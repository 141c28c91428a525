import type { Page } from 'puppeteer-core'
import { joinIn, newAccount } from './account'
import { beginning, containing, textsOf } from './texts'
import { OPENING_CODE, visitors } from './visitors'

const t = textsOf('zh-CN')
const arrive = visitors()

/** Demo funds arrive at once, and the system says so by itself. */
async function deposit(page: Page, amount: string) {
  const status = await page.evaluate(async (sum) => {
    const { token } = JSON.parse(localStorage.getItem('session') ?? '{}').value
    const time = Date.now().toString(16).padStart(12, '0')
    const answer = await fetch('/api/deposits', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`,
        channel: 'demo',
        amount: sum,
      }),
    })
    return answer.status
  }, amount)
  expect([200, 201]).toContain(status)
}

test('a visitor reads how orders work, the news and the policies, in the language at hand', async () => {
  const { page, actor, complaints, close } = await arrive()
  await actor.open('/pages/index/index')
  await actor.presses(beginning(t('home.guide')))
  await actor.arrivesAt('/pages/index/detail')
  await actor.reads('heading', t('content.guide.how-orders-work'))
  await actor.presses(t('content.guide.how-results-are-checked'))
  await actor.reads('heading', t('content.guide.how-results-are-checked'))

  await actor.open('/pages/news/news')
  await actor.sees(t('common.noMore'))
  const titles = await page.evaluate(() =>
    [...document.querySelectorAll('.news-card__title')].map((node) => node.textContent),
  )
  expect(titles.length).toBeGreaterThan(0)
  await actor.presses(beginning(titles[0] ?? ''))
  await actor.arrivesAt('/pages/news/detail')
  await actor.reads('heading', titles[0] ?? '')

  for (const path of ['/pages/aboutUs/aboutUs', '/pages/yinsi/yinsi', '/pages/yinsi/gy', '/pages/money/detail']) {
    await actor.open(path)
    await actor.arrivesAt(path)
    await actor.sees(beginning(t('content.updated').trim()))
  }
  expect(complaints).toEqual([])
  await close()
})

test('money that arrives is told of at once: on the bell, the tab and the menu, until it is opened', async () => {
  const { page, actor, complaints, close } = await arrive()
  const user = newAccount()
  const oneNew = containing(t('message.new_other', { count: 1 }))
  await joinIn(actor, t, user, OPENING_CODE)
  await actor.open('/pages/message/message')
  await actor.sees(t('message.empty'))
  await actor.open('/pages/index/index')
  await actor.reads('button', t('home.messages'))

  await deposit(page, '250.00')
  await actor.reads('button', oneNew)
  await actor.reads('link', containing('1'))
  await actor.open('/pages/user/user')
  // The bell of the page before has the same name.
  await actor.reads('button', beginning(t('title.settings')))
  await actor.presses(oneNew)
  await actor.arrivesAt('/pages/message/message')
  await actor.sees(t('message.deposit_successful.text', { amount: '250.00 USD' }))
  // A hasty user: the page opens once, so that one step back shows the list.
  await page.$eval('.message-row__card--new', (row) => {
    for (let presses = 0; presses < 2; presses += 1) (row as HTMLElement).click()
  })
  await actor.arrivesAt('/pages/withdraw-list/withdraw-open')
  await actor.reads('heading', t('title.depositDetails'))
  await actor.presses(t('common.back'))
  await actor.arrivesAt('/pages/message/message')
  await actor.reads('list', t('title.messages'))
  expect(await actor.has('button', containing(t('message.unread')))).toBe(false)

  await deposit(page, '10.00')
  await actor.presses(t('message.markAll'))
  await actor.sees(t('common.done'))
  expect(await actor.has('button', containing(t('message.unread')))).toBe(false)

  // Muted messages are not announced.
  await actor.open('/pages/set/set')
  await actor.presses(t('notify.deposits'), 'switch')
  await actor.sees(t('common.saved'))
  await actor.presses(t('common.back'))
  await actor.sees(t('message.empty'))
  expect(complaints).toEqual([])
  await close()
})
