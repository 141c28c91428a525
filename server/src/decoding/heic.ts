/** Decoded pixels: red, green, blue, alpha. */
export interface RawPicture {
  data: Uint8ClampedArray
  width: number
  height: number
}

interface HeifImage {
  get_width(): number
  get_height(): number
  display(into: RawPicture, shown: (picture: RawPicture | null) => void): void
}

interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}

/**
 * The upright picture of an iPhone photo; undefined for a damaged one, or one of more than `pixelsMax` pixels. The
 * shipped libvips has no HEVC, so this is libheif as WebAssembly. It blocks: call it in its own process.
 */
export async function decodeHeic(bytes: Buffer, pixelsMax: number): Promise<RawPicture | undefined> {
  // @ts-expect-error: it has no types.
  const { HeifDecoder } = (await import('libheif-js/wasm-bundle.js')).default as Heif
  const [image] = new HeifDecoder().decode(new Uint8Array(bytes))
  const [width, height] = image ? [image.get_width(), image.get_height()] : [0, 0]
  if (!image || width * height === 0 || width * height > pixelsMax) return undefined
  return new Promise((resolve) => {
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (picture) =>
      resolve(picture ?? undefined),
    )
  })
}
