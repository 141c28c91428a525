import { freeTop } from './floatFreely'

const box = (top: number, bottom: number, left = 0, right = 390) => ({ top, bottom, left, right })
const banner = box(700, 760, 16, 374)

test.each([
  ['stays where nothing is', [box(300, 344)], 700],
  ['goes above a button that it would lie over', [box(720, 764)], 652],
  ['goes above all that follow without enough room between', [box(720, 764), box(640, 684), box(560, 604)], 492],
  ['takes the lowest gap that is wide enough', [box(720, 764), box(500, 544), box(440, 484)], 652],
  ['passes over what is beside it', [box(720, 764, 380, 390)], 700],
  ['counts one that is as high as the page', [box(100, 800), box(60, 90)], 0 - 8],
])('%s', (_, others, top) => {
  expect(freeTop(banner, others)).toBe(top)
})
