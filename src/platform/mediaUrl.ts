import { apiBase } from './request'

/** Pictures of content come from the server's own `/api/media/…` only, as the content security policy has it. */
const MEDIA = /^\/api(\/media\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,120})$/

/** The address to load a picture from, or undefined where it is none of ours. */
export function mediaUrl(url: unknown): string | undefined {
  const path = typeof url === 'string' ? MEDIA.exec(url)?.[1] : undefined
  return path === undefined ? undefined : apiBase() + path
}
