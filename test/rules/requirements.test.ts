import { lackOf } from '../../scripts/setup/requirements.mjs'

test('a layer that lacks a program is told with the one command that brings it; the others run', () => {
  const lacks = [
    { name: 'firefox', layers: ['e2e'], packages: ['firefox-esr'] },
    { name: 'prometheus', layers: ['cluster'], packages: ['prometheus'] },
    { name: 'promtool', layers: ['cluster'], packages: ['prometheus'] },
  ]
  expect(lackOf(['check', 'server', 'cluster'], lacks)).toEqual([
    { layer: 'cluster', whole: true, why: 'It needs prometheus, promtool: sudo apt-get install -y prometheus' },
  ])
})

test('a layer of which some tests need a program runs without them, and this is told, too', () => {
  const firefox = { name: 'firefox', partOf: ['e2e'], packages: ['firefox-esr'] }
  expect(lackOf(['e2e'], [firefox])).toEqual([
    { layer: 'e2e', whole: false, why: 'Some of its tests need firefox: sudo apt-get install -y firefox-esr' },
  ])
  const chromium = { name: 'chromium', layers: ['e2e'], packages: ['chromium'] }
  expect(lackOf(['e2e'], [chromium, firefox])).toEqual([
    { layer: 'e2e', whole: true, why: 'It needs chromium, firefox: sudo apt-get install -y chromium firefox-esr' },
  ])
})
