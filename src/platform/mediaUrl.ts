import { apiBase } from './apiBase'

/** The server's own `/api/media/…`; the content security policy allows only this and the address below. */
const MEDIA = /^\/api(\/media\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,120})$/
/** The object store's public address, if the server gives it. */
const PUBLIC_MEDIA = /^https:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:\/[A-Za-z0-9._~-]+)*\/media\/[0-9a-f]{64}$/

/** The address to load a picture from, or undefined if it is none of ours. */
export function mediaUrl(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  if (PUBLIC_MEDIA.test(url)) return url
  const path = MEDIA.exec(url)?.[1]
  return path === undefined ? undefined : apiBase() + path
}
