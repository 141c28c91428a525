const RealMatchMedia = window.matchMedia.bind(window)
const darkness = Object.assign(new EventTarget(), { matches: false, media: '(prefers-color-scheme: dark)' })

/** In place of what the computer asks for: the gallery says whether it is dark, and tells at once when that changes. */
window.matchMedia = (query) =>
  query.includes('prefers-color-scheme') ? (darkness as unknown as MediaQueryList) : RealMatchMedia(query)

export function darken(isDark: boolean): void {
  darkness.matches = isDark
  darkness.dispatchEvent(new Event('change'))
}
