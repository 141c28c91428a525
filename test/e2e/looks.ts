import type { Locale } from '../../contract/locales'

/** How a page is looked at in a walk. */
export interface Look {
  locale: Locale
  dark: boolean
  /** Size of the window, in CSS pixels. */
  width: number
  height?: number
  /** The size of text that the user asks of the browser, in per cent; 100 unless told. */
  text?: number
}

export interface Stop extends Look {
  /** With its parameters, e.g. "/pages/Detail/Detail?symbol=BTCUSDT". */
  path: string
  /** Its sheets, of `SHEETS`. */
  sheet?: string
}
