/** A badge has room for two digits. */
const MOST_SHOWN = 99

/** "3", "99+", or nothing. */
export function badgeText(unread: number): string {
  if (unread <= 0) return ''
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
}
