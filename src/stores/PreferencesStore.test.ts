import { PreferencesStore, parseLocale, parsePreferences } from './PreferencesStore'

test('red means up in Chinese until the user chooses', () => {
  const preferences = new PreferencesStore()
  expect(preferences.themeClass).toBe('theme-light red-up')
  preferences.setLocale('en-US')
  expect(preferences.upColor).toBe('green')
  preferences.setUpColor('red')
  expect(preferences.upColor).toBe('red')
})

test('the theme follows the device until the user chooses', () => {
  const preferences = new PreferencesStore()
  preferences.setSystemScheme('dark')
  expect(preferences.scheme).toBe('dark')
  preferences.setTheme('light')
  expect(preferences.scheme).toBe('light')
})

test('damaged preferences fall back one by one', () => {
  expect(parsePreferences({ theme: 'pink', upColorChoice: 'green', hideBalances: 'yes', timeZone: 'utc' })).toEqual({
    theme: 'system',
    upColorChoice: 'green',
    hideBalances: false,
    timeZone: 'utc',
    shortcuts: true,
    chartView: 'live',
    chartOverlays: ['ma'],
    chartPane: 'volume',
    chartHollow: false,
  })
  expect(parsePreferences({ chartView: '2m', chartOverlays: ['boll', 'x'], chartPane: 'kdj' })).toMatchObject({
    chartView: 'live',
    chartOverlays: ['boll'],
    chartPane: 'kdj',
  })
  expect(parsePreferences(7)).toBeUndefined()
})

test('a stored language is one of ours or none', () => {
  expect([parseLocale('de-DE'), parseLocale('"ko-KR"'), parseLocale('xx'), parseLocale(undefined)]).toEqual([
    'de-DE',
    'ko-KR',
    undefined,
    undefined,
  ])
})

test('the chart is remembered as it was chosen', () => {
  const preferences = new PreferencesStore()
  preferences.setChartView('4h')
  preferences.setChartPane('macd')
  preferences.toggleChartOverlay('boll')
  preferences.toggleChartOverlay('ema')
  preferences.toggleChartOverlay('ma')
  const after = new PreferencesStore()
  after.restore(parsePreferences(JSON.parse(JSON.stringify(preferences.fields))))
  expect(after.fields).toMatchObject({ chartView: '4h', chartPane: 'macd', chartOverlays: ['ema', 'boll'] })
  after.reset()
  expect(after.fields).toMatchObject({ chartView: 'live', chartPane: 'volume', chartOverlays: ['ma'] })
})
