import { join } from 'node:path'
import { ConfigError, type Env } from '../shared/env'
import type { ObjectStoreSettings } from './objectStore'
import type { S3Settings } from './s3Store'

/**
 * Origin, bucket and prefix from one address: https://s3.example.com/bucket/some/prefix. Undefined when it is no such
 * address; credentials in it are refused, because addresses end up in logs.
 */
function parseStoreUrl(text: string): Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'> | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text)
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password || search || hash) return undefined
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return undefined
  return { endpoint: origin, bucket, prefix: folders.map((folder) => `${folder}/`).join('') }
}

/** OBJECT_STORE_URL and what goes with it; a folder of `dataDir` if nothing is set. Throws `ConfigError`. */
export function readObjectStoreSettings(env: Env, dataDir: string): ObjectStoreSettings {
  const text = env.OBJECT_STORE_URL?.trim()
  if (!text) return { kind: 'disk', folder: join(dataDir, 'objects') }
  const place = parseStoreUrl(text)
  if (!place) {
    throw new ConfigError(
      'OBJECT_STORE_URL must be an address with a bucket, for example https://s3.example.com/photos.',
    )
  }
  const accessKeyId = env.OBJECT_STORE_ACCESS_KEY?.trim()
  const secretAccessKey = env.OBJECT_STORE_SECRET_KEY?.trim()
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError('OBJECT_STORE_URL also needs OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY.')
  }
  return { kind: 's3', ...place, region: env.OBJECT_STORE_REGION?.trim() || 'us-east-1', accessKeyId, secretAccessKey }
}
