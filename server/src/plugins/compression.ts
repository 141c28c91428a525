import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { App } from '../shared/http'

/** Below this, compression saves less than a packet. */
const SMALLEST_BYTES = 1_024

/** Compresses the answers of routes that ask for it (shared/compressed.ts); files are compressed by the build. */
export async function registerCompression(app: App) {
  await app.register(fastifyCompress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: SMALLEST_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
