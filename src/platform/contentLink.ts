import { safeExternalUrl } from './externalUrl'
import { safeInternalUrl } from './internalUrl'

/** Where a link in an article leads: a page of the app, or a site outside of it, which is named before it is opened. */
export type ContentLink = { kind: 'page'; url: string } | { kind: 'site'; url: string; host: string }

/** The link if it may be followed, else undefined: then its words are plain text. */
export function readLink(href: unknown): ContentLink | undefined {
  const page = safeInternalUrl(href)
  if (page !== undefined) return { kind: 'page', url: page }
  const site = safeExternalUrl(href)
  if (site === undefined) return undefined
  const host = /^https:\/\/([^/?#]+)/.exec(site)?.[1] ?? ''
  return { kind: 'site', url: site, host: host.toLowerCase() }
}
