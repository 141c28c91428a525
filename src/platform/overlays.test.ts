import { pause } from '../../test/support/until'
import { addOverlay, afterOverlays } from './overlays'
import { afterPicture } from './tasks'

const pops: unknown[] = []
/** A step back takes some timers in a row: turns of the loop are waited for, which a busy machine does not cut short. */
async function popped() {
  for (let turn = 0; turn < 10; turn++) await pause(5)
}
const closed: string[] = []
/** The entry of a sheet comes after its first picture. */
const drawn = () => new Promise<void>((resolve) => void afterPicture(resolve))
/** A sheet as the hook keeps it: closing takes it off. */
function openSheet(name: string) {
  const remove = addOverlay(() => {
    closed.push(name)
    remove()
  })
  return remove
}

beforeAll(() => {
  // As Taro's router, which listens after.
  window.addEventListener('popstate', () => pops.push(window.location.hash))
})
beforeEach(async () => {
  window.history.pushState(null, '', '#/pages/set/set')
  pops.length = 0
  closed.length = 0
})

test('each back press closes the sheet or dialog on top, and the router hears of none', async () => {
  openSheet('sheet')
  openSheet('question')
  await drawn()
  window.history.back()
  await popped()
  expect(closed).toEqual(['question'])
  window.history.back()
  await popped()
  expect(closed).toEqual(['question', 'sheet'])
  expect(pops).toEqual([])
  window.history.replaceState(null, '', '#/pages/user/user')
  window.history.pushState(null, '', '#/pages/set/set')
  window.history.back()
  await popped()
  expect(pops).toEqual(['#/pages/user/user'])
})

test('one that closes by itself leaves no entry behind', async () => {
  window.history.pushState(null, '', '#/pages/user/user')
  const remove = openSheet('sheet')
  await drawn()
  remove()
  await popped()
  expect(pops).toEqual([])
  window.history.back()
  await popped()
  expect(pops).toEqual(['#/pages/set/set'])
})

test("a navigation closes what is open and runs on the page's own entry", async () => {
  openSheet('sheet')
  await drawn()
  let ran = ''
  afterOverlays(() => {
    ran = JSON.stringify(window.history.state)
  })
  expect(closed).toEqual(['sheet'])
  await popped()
  expect(ran).toBe('null')
  afterOverlays(() => {
    ran = 'at once'
  })
  expect(ran).toBe('at once')
})

test('one that opens while another one leaves stays open', async () => {
  const remove = openSheet('first')
  await drawn()
  remove()
  await Promise.resolve()
  openSheet('second')
  await drawn()
  await popped()
  expect(closed).toEqual([])
  window.history.back()
  await popped()
  expect(closed).toEqual(['second'])
})

test('a page of another address closes all, and its entries are passed over on the way back', async () => {
  openSheet('sheet')
  await drawn()
  window.location.hash = '#/pages/news/news'
  await popped()
  expect(closed).toEqual(['sheet'])
  pops.length = 0
  window.history.back()
  await popped()
  await popped()
  expect(pops).toEqual(['#/pages/set/set'])
  expect(window.history.state).toBe(null)
})

test('one that closes before its picture adds no entry, and a navigation before it need not wait', async () => {
  openSheet('sheet')()
  openSheet('other')
  let ran = false
  afterOverlays(() => {
    ran = true
  })
  expect([ran, closed]).toEqual([true, ['other']])
  await drawn()
  expect(window.history.state).toBe(null)
})
