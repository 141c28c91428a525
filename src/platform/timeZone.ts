/**
 * The device's time zone as an IANA name. Without `Intl`, which some WeChat runtimes lack, one without summer time that
 * has the same clock now: "Etc/GMT-8" is eight hours ahead of UTC.
 */
export function deviceTimeZone(): string {
  const named = typeof Intl === 'undefined' ? undefined : Intl.DateTimeFormat?.().resolvedOptions().timeZone
  if (named) return named
  const hours = Math.round(new Date().getTimezoneOffset() / 60)
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** The zone of the clock that the user reads: the device's, or UTC by choice. */
export const chosenTimeZone = (choice: 'local' | 'utc'): string => (choice === 'utc' ? 'Etc/UTC' : deviceTimeZone())
