import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { LIST_MAX, type RawStore, refuseLarge } from './rawStore'

export interface S3Settings {
  /** Origin of the store, for example https://s3.eu-central-1.amazonaws.com */
  endpoint: string
  bucket: string
  /** Put before every key; empty or ends with a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Any store that speaks S3. The bucket is part of the path, which self-hosted stores understand too. */
export function createS3Store(settings: S3Settings): RawStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Self-hosted stores do not know the newer checksums; the pictures carry their own authentication tag.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    async put(key, bytes, abortSignal, type = 'application/octet-stream') {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: type }), {
        abortSignal,
      })
    },
    async get(key, abortSignal, maxBytes) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(key)), { abortSignal })
        try {
          refuseLarge(ContentLength, maxBytes)
        } catch (error) {
          await Body?.transformToWebStream().cancel()
          throw error
        }
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async delete(key, abortSignal) {
      await client.send(new DeleteObjectCommand(at(key)), { abortSignal })
    },
    async list(folder, after, abortSignal) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${prefix}${folder}`,
          MaxKeys: LIST_MAX,
          StartAfter: `${prefix}${after || folder}`,
        }),
        { abortSignal },
      )
      return Contents.flatMap(({ Key, LastModified }) =>
        Key === undefined ? [] : [{ key: Key.slice(prefix.length), atMs: LastModified?.getTime() ?? 0 }],
      )
    },
  }
}
