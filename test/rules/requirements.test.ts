import { lackOf } from '../../scripts/setup/requirements.mjs'

test('a layer that lacks a program is told with the one command that brings it; the others run', () => {
  const lacks = [
    { name: 'firefox', layers: ['e2e'], packages: ['firefox-esr'] },
    { name: 'prometheus', layers: ['cluster'], packages: ['prometheus'] },
    { name: 'promtool', layers: ['cluster'], packages: ['prometheus'] },
  ]
  expect(lackOf(['check', 'server', 'cluster'], lacks)).toEqual(
    new Map([['cluster', 'It needs prometheus, promtool: sudo apt-get install -y prometheus']]),
  )
})
