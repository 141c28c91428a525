/** A small server that speaks S3, for tests; it ships no types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener, Server } from 'node:http'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
      allowMismatchedSignatures?: boolean
      vhostBuckets?: boolean
      cert?: Buffer
      key?: Buffer
    })
    httpServer?: Server
    store: {
      listObjects(bucket: string, asked: { startAfter?: string }): Promise<{ isTruncated: boolean }>
    }
    callback(): RequestListener
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}

/** Its signatures of version 4. */
declare module '@20minutes/s3rver/lib/signature/v4.js' {
  import type { IncomingHttpHeaders } from 'node:http'

  interface Signed {
    accessKeyId: string
    credential: { date: string; region: string; service: string }
    signedHeaders: string[]
    signatureProvided: string
  }
  const signatures: {
    parseHeader(headers: IncomingHttpHeaders): Signed
    getStringToSign(
      request: { method?: string; headers: IncomingHttpHeaders; uri: string; querystring: string; timestamp: unknown },
      signed: Signed,
    ): string
    getSigningKey(secret: string, date: string, region: string, service: string): Buffer
  }
  export default signatures
}
