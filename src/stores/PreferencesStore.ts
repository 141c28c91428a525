import { makeAutoObservable, observableRef } from 'mobx'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../contract/locales'
import { type ChartView, parseChartView } from '../domain/chartView'
import { OVERLAYS, type Overlay, type Pane, parseOverlays, parsePane } from '../domain/indicators/studies'

export type ThemeChoice = 'system' | 'light' | 'dark'
export type UpColor = 'red' | 'green'
export type TimeZoneChoice = 'local' | 'utc'
export type ColorScheme = 'light' | 'dark'

export interface PreferenceFields {
  theme: ThemeChoice
  /** Undefined until the user chooses: then the language decides. */
  upColorChoice: UpColor | undefined
  hideBalances: boolean
  timeZone: TimeZoneChoice
  chartView: ChartView
  /** Indicators over the prices. */
  chartOverlays: readonly Overlay[]
  /** The studies drawn under them. */
  chartPane: Pane
  /** Rising candles are drawn hollow. */
  chartHollow: boolean
  /** Keys of the trade page (PRODUCT.md 16.3). */
  shortcuts: boolean
}

const CHART = { chartView: 'live', chartOverlays: ['ma'], chartPane: 'volume', chartHollow: false } as const

/** How the user wants to see the product. The language is persisted under its own key (PRODUCT.md 3.3). */
export class PreferencesStore implements PreferenceFields {
  locale: Locale = DEFAULT_LOCALE
  theme: ThemeChoice = 'system'
  upColorChoice: UpColor | undefined = undefined
  hideBalances = false
  timeZone: TimeZoneChoice = 'local'
  chartView: ChartView = CHART.chartView
  chartOverlays: readonly Overlay[] = CHART.chartOverlays
  chartPane: Pane = CHART.chartPane
  chartHollow: boolean = CHART.chartHollow
  shortcuts = true
  /** The device's scheme, which applies while `theme` is `system`. */
  systemScheme: ColorScheme = 'light'

  constructor() {
    makeAutoObservable(this, { chartOverlays: observableRef })
  }

  get scheme(): ColorScheme {
    return this.theme === 'system' ? this.systemScheme : this.theme
  }

  /** Red means up where that is the custom (PRODUCT.md 16.1): Chinese by default. */
  get upColor(): UpColor {
    return this.upColorChoice ?? (this.locale.startsWith('zh') ? 'red' : 'green')
  }

  /** Classes for the root of a page. */
  get themeClass(): string {
    const classes = [`theme-${this.scheme}`]
    if (this.upColor === 'red') classes.push('red-up')
    return classes.join(' ')
  }

  get fields(): PreferenceFields {
    const { theme, upColorChoice, hideBalances, timeZone, shortcuts } = this
    return { theme, upColorChoice, hideBalances, timeZone, shortcuts, ...this.chart }
  }

  private get chart(): Pick<PreferenceFields, keyof typeof CHART> {
    const { chartView, chartOverlays, chartPane, chartHollow } = this
    return { chartView, chartOverlays, chartPane, chartHollow }
  }

  setLocale(locale: Locale): void {
    this.locale = locale
  }

  setTheme(theme: ThemeChoice): void {
    this.theme = theme
  }

  setUpColor(color: UpColor): void {
    this.upColorChoice = color
  }

  setHideBalances(hide: boolean): void {
    this.hideBalances = hide
  }

  setTimeZone(zone: TimeZoneChoice): void {
    this.timeZone = zone
  }

  setShortcuts(on: boolean): void {
    this.shortcuts = on
  }

  setChartView(view: ChartView): void {
    this.chartView = view
  }

  setChartPane(pane: Pane): void {
    this.chartPane = pane
  }

  toggleChartHollow(): void {
    this.chartHollow = !this.chartHollow
  }

  toggleChartOverlay(overlay: Overlay): void {
    const { chartOverlays: shown } = this
    this.chartOverlays = OVERLAYS.filter((one) => (one === overlay) !== shown.includes(one))
  }

  setSystemScheme(scheme: ColorScheme): void {
    this.systemScheme = scheme
  }

  restore(fields: PreferenceFields | undefined): void {
    if (fields) Object.assign(this, fields)
  }

  /** What the user chose in another tab, except for the chart: two tabs can show two charts. */
  follow(fields: PreferenceFields | undefined): void {
    if (fields) Object.assign(this, fields, this.chart)
  }

  /** "Clear cache" of PRODUCT.md 3.2: everything except the language as on the first visit. */
  reset(): void {
    const start = { theme: 'system', upColorChoice: undefined, hideBalances: false, timeZone: 'local', shortcuts: true }
    Object.assign(this, { ...start, ...CHART })
  }
}

/** Reads persisted preferences; each damaged one falls back to its default. */
export function parsePreferences(value: unknown): PreferenceFields | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { theme, upColorChoice, hideBalances, timeZone, shortcuts, ...chart } = value as Record<string, unknown>
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    upColorChoice: upColorChoice === 'red' || upColorChoice === 'green' ? upColorChoice : undefined,
    hideBalances: hideBalances === true,
    timeZone: timeZone === 'utc' ? 'utc' : 'local',
    shortcuts: shortcuts !== false,
    chartView: parseChartView(chart.chartView) ?? CHART.chartView,
    chartOverlays: parseOverlays(chart.chartOverlays) ?? CHART.chartOverlays,
    chartPane: parsePane(chart.chartPane) ?? CHART.chartPane,
    chartHollow: chart.chartHollow === true,
  }
}

/** The locale that a stored text names, or undefined. */
export function parseLocale(text: string | undefined): Locale | undefined {
  const bare = text?.replace(/"/g, '')
  return LOCALES.find((locale) => locale === bare)
}
