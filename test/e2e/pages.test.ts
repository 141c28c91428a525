import type { Page } from 'puppeteer-core'
import { pause } from '../support/until'
import { enter, logIn, newAccount } from './account'
import { textsOf } from './texts'
import { demo, OPENING_CODE, ORIGIN, visitors } from './visitors'

const t = textsOf('zh-CN')
const arrive = visitors()

test('a page has room to scroll above a keyboard that covers it', async () => {
  const { page, actor, close } = await arrive()
  await actor.open('/pages/login/login')
  await actor.sees(t('auth.loginTitle'))
  const room = () => page.$eval('.screen__body', (body) => getComputedStyle(body).paddingBottom)
  expect(await room()).toBe('0px')
  await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '300px'))
  expect(await room()).toBe('300px')
  await close()
})

test('with reduced motion no change of style is a transition', async () => {
  const { page, actor, close } = await arrive()
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.sees(t('trade.high24h'))
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('.screen *')]
      .filter((node) =>
        getComputedStyle(node)
          .transitionDuration.split(', ')
          .some((one) => one !== '0s'),
      )
      .map((node) => node.className),
  )
  expect(moving).toEqual([])
  await close()
})

test('a page that is still at the side and has something in focus pulls no other page aside', async () => {
  const { page, actor, close } = await arrive()
  await actor.open('/pages/login/login')
  await actor.sees(t('auth.loginTitle'))
  const left = await page.evaluate(() => {
    const front = document.querySelector('.taro_router > .taro_page:last-child')
    // As Taro's router adds the next page, before it slides in.
    const next = Object.assign(document.createElement('div'), { className: 'taro_page' })
    const field = document.createElement('input')
    next.append(field)
    front?.after(next)
    field.focus()
    field.scrollIntoView()
    const { left } = next.getBoundingClientRect()
    next.remove()
    return left
  })
  expect(left).toBe(390)
  await close()
})

describe('back, as on a phone', () => {
  /** As a person, who has seen a picture before; the entry of a sheet comes right behind it. */
  const back = (page: Page) =>
    page.evaluate(async () => {
      const picture = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      await picture()
      await picture()
      window.history.back()
    })

  test('closes the sheet on top, keeps the form behind it, and only then leaves the page', async () => {
    const { page, actor, complaints, close } = await arrive()
    await actor.open('/pages/welcome/welcome')
    await actor.sees(t('auth.sloganProof'))
    await actor.open('/pages/login/registerCheck')
    await actor.fills(t('auth.account'), 'someone1')
    for (const closes of [() => back(page), () => actor.presses(t('common.close'))]) {
      await actor.presses(/\+86/)
      await actor.reads('dialog')
      await closes()
      await page.waitForFunction(() => document.querySelector('[role=dialog]') === null)
      expect(await actor.valueOf(t('auth.account'))).toBe('someone1')
      await actor.arrivesAt('/pages/login/registerCheck')
    }
    await back(page)
    await actor.arrivesAt('/pages/welcome/welcome')
    await actor.sees(t('auth.sloganProof'))
    expect(complaints).toEqual([])
    await close()
  })

  test('answers an open question with no, and another address takes it away', async () => {
    const { page, actor, complaints, close } = await arrive()
    await enter(actor, t, demo)
    await actor.open('/pages/set/set')
    await actor.presses(t('settings.logOut'))
    await actor.sees(t('settings.logOutTitle'))
    await back(page)
    await page.waitForFunction(() => document.querySelector('[role=alertdialog]') === null)
    await actor.arrivesAt('/pages/set/set')
    await actor.presses(t('settings.logOut'))
    await actor.sees(t('settings.logOutTitle'))
    await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
    await actor.sees(t('trade.high24h'))
    expect(await page.$('[role=alertdialog]')).toBe(null)
    await back(page)
    await actor.arrivesAt('/pages/set/set')
    await back(page)
    await actor.arrivesAt('/pages/index/index')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('what users type wrong', () => {
  test('is named in their words, and what they typed stays', async () => {
    const { actor, close } = await arrive()
    const user = newAccount()
    await actor.open('/pages/login/registerCheck')
    await actor.presses(t('auth.next'))
    await actor.sees(t('common.emptyValue'))
    await actor.fills(t('auth.account'), 'abc')
    await actor.fills(t('auth.phone'), '12345')
    await actor.fills(t('auth.openingCode'), 'QQQQQQ')
    await actor.presses(t('auth.next'))
    await actor.sees(t('errors.account_invalid'))
    expect(await actor.valueOf(t('auth.phone'))).toBe('12345')
    await actor.fills(t('auth.account'), user.account)
    await actor.fills(t('auth.phone'), user.phone)
    await actor.presses(t('auth.next'))
    await actor.sees(t('errors.opening_code_unknown'))
    expect(await actor.valueOf(t('auth.account'))).toBe(user.account)
    await actor.fills(t('auth.openingCode'), OPENING_CODE)
    await actor.presses(t('auth.next'))
    await actor.arrivesAt('/pages/login/register')
    await actor.fills(t('auth.password'), user.password)
    await actor.fills(t('auth.loginAgain'), `${user.password}x`)
    await actor.fills(t('auth.tradePassword'), '123456')
    await actor.fills(t('auth.tradeAgain'), '123457')
    await actor.presses(t('auth.complete'))
    await actor.sees(t('auth.passwordMismatch'))
    await actor.sees(t('auth.tradePasswordMismatch'))
    await actor.open('/pages/login/login')
    await logIn(actor, t, { account: user.account, password: 'not the password' })
    await actor.sees(t('errors.wrong_credentials'))
    expect(await actor.valueOf(t('auth.account'))).toBe(user.account)
    await close()
  })
})

describe('addresses', () => {
  test.each([
    ['the app', ORIGIN],
    // No page names an icon there.
    ['a picture', `${ORIGIN}/h5/icon-512.png`],
    ['the console', new URL('/', process.env.E2E_CONSOLE).href],
  ])('%s asks for nothing that is not there', async (_name, address) => {
    const { page, complaints, close } = await arrive()
    await page.goto(address, { waitUntil: 'networkidle0' })
    // The browser asks for icons by itself, at the end.
    await pause(500)
    expect(complaints).toEqual([])
    await close()
  })

  test('an unknown one says so and leads home; the generic jump reaches positions; a reload keeps the session', async () => {
    const { page, actor, complaints, close } = await arrive()
    await actor.open('/pages/nowhere/nowhere')
    await actor.sees(t('content.notFound.title'))
    await actor.presses(t('shell.toHome'))
    await actor.arrivesAt('/pages/index/index')
    await actor.open('/pages/user/user')
    await actor.arrivesAt('/pages/login/login')
    await logIn(actor, t, demo)
    await actor.arrivesAt('/pages/user/user')
    await actor.open('/pages/order/jump')
    await actor.arrivesAt('/pages/order/order')
    await page.reload()
    await actor.sees(t('orders.closed'))
    expect(complaints).toEqual([])
    await close()
  })

  test('the bare one is the welcome page, and home for who is logged in, also in the running app', async () => {
    const { page, actor, complaints, close } = await arrive()
    await actor.open('/pages/set/set')
    await actor.sees(t('settings.display'))
    for (const hash of ['#/', '#/?a=1']) {
      await page.evaluate((to) => location.assign(to), hash)
      await actor.arrivesAt('/pages/welcome/welcome')
      await page.evaluate(() => location.assign('#/pages/set/set'))
      await actor.arrivesAt('/pages/set/set')
    }
    await enter(actor, t, demo)
    await page.evaluate(() => location.assign('#/pages/set/set'))
    await actor.arrivesAt('/pages/set/set')
    await page.evaluate(() => location.assign('#/'))
    await actor.arrivesAt('/pages/index/index')
    // As the installed app opens (manifest.webmanifest).
    await page.goto('about:blank')
    await page.goto(`${ORIGIN}/h5/`)
    await actor.arrivesAt('/pages/index/index')
    expect(await page.$('.welcome')).toBeNull()
    expect(complaints).toEqual([])
    await close()
  })
})
