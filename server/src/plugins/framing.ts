import type { IncomingMessage } from 'node:http'

/**
 * Whether every server on the way reads the same request: one host, and a body that is chunked or has a length. Node.js takes the
 * first of two `Host` headers and reads any list of encodings that ends with `chunked`; another proxy may not, and RFC 9112
 * asks for 400.
 */
export function isWellFramed({ rawHeaders, headers }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const encoding = headers['transfer-encoding']
  return hosts.length <= 1 && (encoding === undefined || encoding.trim().toLowerCase() === 'chunked')
}
