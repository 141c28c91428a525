// Data that check-simulated-prices.mjs reads from one log: its public entries, hashed to the roots in the heads.
import { Frontier, leafOf, WrongLog } from './headChecks.mjs'

const BUNDLE = 256

/** Reads a log from bundle to bundle. What is kept of it is the edge of its whole bundles, so the last one is read again. */
export class FollowedLog {
  /**
   * @param {{ entries(log: string, index: number, width: number): Promise<string[]> }} reader
   * @param {string} path of the log below `/api/log/`, with a slash at its end
   * @param {string} what it is, for people
   * @param {{ size: number, root: string, whole: ReturnType<Frontier['toJSON']> }} [state]
   */
  constructor(reader, path, what, state) {
    this.reader = reader
    this.path = path
    this.what = what
    this.size = state?.size ?? 0
    /** @type {Buffer | undefined} */
    this.root = state ? Buffer.from(state.root, 'hex') : undefined
    this.whole = new Frontier(state?.whole.size, state?.whole.peaks)
    this.bundle = undefined
  }

  toJSON() {
    return {
      size: this.size,
      root: this.root?.toString('hex') ?? new Frontier().root().toString('hex'),
      whole: this.whole,
    }
  }

  /** @param {number} index @param {number} limit */
  async readBundle(index, limit) {
    const texts = await this.reader.entries(this.path, index, Math.min(BUNDLE, limit - index * BUNDLE))
    const edge = new Frontier(this.whole.size, this.whole.toJSON().peaks)
    for (const text of texts.slice(0, this.size - index * BUNDLE)) edge.append(leafOf(text))
    if (this.root && !edge.root().equals(this.root))
      throw new WrongLog(`${this.what}: the first ${this.size} entries are no longer those that a head has`)
    const bundle = { index, texts, edge }
    this.bundle = bundle
    return bundle
  }

  /**
   * Reads on to `size` entries, which have this root, and up to `limit` if a bundle is fetched anyway.
   * @param {(index: number, text: string) => void} check throws if an entry is not as it has to be
   * @param {number} size @param {Buffer} root @param {number} limit
   */
  async readTo(size, root, limit, check) {
    while (this.size < size) {
      const index = Math.floor(this.size / BUNDLE)
      const end = Math.min(size, (index + 1) * BUNDLE)
      const kept = this.bundle
      const isRead = kept?.index === index && kept.texts.length >= end - index * BUNDLE
      const { texts, edge } = isRead ? kept : await this.readBundle(index, limit)
      for (; this.size < end; this.size++) {
        const text = texts[this.size - index * BUNDLE]
        check(this.size, text)
        edge.append(leafOf(text))
      }
      this.root = edge.root()
      if (end % BUNDLE === 0) this.whole = new Frontier(edge.size, edge.toJSON().peaks)
    }
    if (size > 0 && !this.root?.equals(root))
      throw new WrongLog(`${this.what}: the ${size} public entries are not those whose root the head has`)
  }
}
