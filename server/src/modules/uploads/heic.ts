import { Worker } from 'node:worker_threads'

/** Pixels as they lie in memory: red, green, blue, alpha. */
export interface RawPicture {
  data: Buffer
  width: number
  height: number
}

/** A photo of 12 megapixels takes one to two seconds. */
const DECODE_MS = 20_000

/** What the thread runs: JavaScript as it is, because the server is bundled into one file. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { HeifDecoder } = require(workerData.library)
const [image] = new HeifDecoder().decode(workerData.bytes)
const [width, height] = image ? [image.get_width(), image.get_height()] : [0, 0]
if (width * height === 0 || width * height > workerData.pixelsMax) parentPort.postMessage(undefined)
else image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) =>
  parentPort.postMessage(shown ? { data: shown.data, width, height } : undefined))
`

/** Where the decoder is; the thread has no folder of its own to look from. */
const findLibrary = () => require.resolve('libheif-js/wasm-bundle')

/**
 * What an iPhone's photo shows, upright; undefined for a damaged one, or one of more than `pixelsMax` pixels. libvips as it is
 * shipped has no HEVC, so this is libheif as WebAssembly: whatever the bytes do to it, they stay in its memory, in a thread
 * that ends with the picture, or after `DECODE_MS`.
 */
export function decodeHeic(bytes: Buffer, pixelsMax: number, library = findLibrary()): Promise<RawPicture | undefined> {
  return new Promise((resolve) => {
    // libheif prints about damaged files; the server logs none of it.
    const thread = new Worker(PROGRAM, {
      eval: true,
      stdout: true,
      stderr: true,
      workerData: { library, bytes: new Uint8Array(bytes), pixelsMax },
    })
    const finish = (picture: RawPicture | undefined) => {
      clearTimeout(timer)
      resolve(picture)
      void thread.terminate()
    }
    const timer = setTimeout(() => finish(undefined), DECODE_MS)
    thread.on('message', (shown?: { data: Uint8ClampedArray; width: number; height: number }) =>
      finish(shown && { ...shown, data: Buffer.from(shown.data.buffer, shown.data.byteOffset, shown.data.byteLength) }),
    )
    thread.on('error', () => finish(undefined))
    thread.on('exit', () => finish(undefined))
  })
}
