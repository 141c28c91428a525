const MAX_LENGTH = 1024
/** A plain https address with a dotted host: no user part, no back slash, no control character, no space. */
const HTTPS =
  /^https:\/\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d{1,5})?([/?#][\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]*)?$/

/** The address if a link held in the session may be followed, else undefined (PRODUCT.md 18.1). */
export function safeExternalUrl(url: unknown): string | undefined {
  return typeof url === 'string' && url.length <= MAX_LENGTH && HTTPS.test(url) ? url : undefined
}
