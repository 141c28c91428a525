import type { S3Settings } from './s3Store'

/**
 * Origin, bucket and prefix from one address: https://s3.example.com/bucket/some/prefix. Undefined when it is no such
 * address; credentials in it are refused, because addresses end up in logs.
 */
export function parseStoreUrl(text: string): Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'> | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text)
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password || search || hash) return undefined
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return undefined
  return { endpoint: origin, bucket, prefix: folders.map((folder) => `${folder}/`).join('') }
}
