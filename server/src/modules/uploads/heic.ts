import { Worker } from 'node:worker_threads'

/** Decoded pixels: red, green, blue, alpha. */
export interface RawPicture {
  data: Buffer
  width: number
  height: number
}

/** A photo of 12 megapixels takes one to two seconds. */
const DECODE_MS = 20_000

/** The program of the thread: plain JavaScript, because the server is bundled into one file. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { HeifDecoder } = require(workerData.library)
const [image] = new HeifDecoder().decode(workerData.bytes)
const [width, height] = image ? [image.get_width(), image.get_height()] : [0, 0]
if (width * height === 0 || width * height > workerData.pixelsMax) parentPort.postMessage(undefined)
else image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) =>
  parentPort.postMessage(shown ? { data: shown.data, width, height } : undefined))
`

/** Where the decoder is; the thread cannot resolve it by itself. */
const findLibrary = () => require.resolve('libheif-js/wasm-bundle')

/**
 * The upright picture of an iPhone photo; undefined for a damaged one, or one of more than `pixelsMax` pixels. The
 * shipped libvips has no HEVC, so this is libheif as WebAssembly: bad input stays within its memory, in a thread that
 * ends with the picture, or after `DECODE_MS`.
 */
export function decodeHeic(bytes: Buffer, pixelsMax: number, library = findLibrary()): Promise<RawPicture | undefined> {
  return new Promise((resolve) => {
    // libheif prints messages about damaged files; the server does not log them.
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
