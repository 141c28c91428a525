import type { SharpConstructor } from 'sharp'

let loaded: Promise<SharpConstructor> | undefined

/** The picture library, loaded with the first one: its own library outside JavaScript. */
export function loadSharp(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Photos of documents leave memory as soon as possible, and one picture keeps one core busy, not all.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}
