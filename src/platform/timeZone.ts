/** A browser's answer if it cannot tell; a name in words of another script is none either. */
const UNKNOWN = 'Etc/Unknown'

/**
 * The device's time zone as an IANA name. If it cannot be told, or without `Intl`, which some WeChat runtimes lack, where the
 * clock is now: "Etc/GMT-8" is eight hours ahead of UTC, and so is "+08:00", as 5:45 hours have no name.
 */
export function deviceTimeZone(): string {
  const named = typeof Intl === 'undefined' ? undefined : Intl.DateTimeFormat?.().resolvedOptions().timeZone
  if (named && named !== UNKNOWN && /^[!-~]+$/.test(named)) return named
  const behind = new Date().getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(behind) / 60), Math.abs(behind) % 60]
  if (minutes !== 0)
    return `${behind < 0 ? '+' : '-'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${behind < 0 ? '-' : '+'}${hours}`
}

/** The zone of the clock that the user reads: the device's, or UTC by choice. */
export const chosenTimeZone = (choice: 'local' | 'utc'): string => (choice === 'utc' ? 'Etc/UTC' : deviceTimeZone())
