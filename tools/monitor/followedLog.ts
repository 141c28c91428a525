import { Frontier, type Peak } from '../../proof/frontier'
import { leafHash } from '../../proof/hashing'
import { WrongLog } from '../../proof/steps'

const BUNDLE = 256

/** The part of a log that was read, as JSON keeps it. */
export interface KeptLog {
  size: number
  root: string
  whole: { size: number; peaks: readonly Peak[] }
}

interface Reader {
  entries(log: string, index: number, width: number): Promise<string[]>
}

/**
 * Reads a log from bundle to bundle and hashes its entries to the roots in the heads. What is kept of it is the edge of its whole
 * bundles, so the last one is read again.
 */
export class FollowedLog {
  size: number
  private root: string | undefined
  private whole: Frontier
  private bundle: { index: number; texts: string[]; edge: Frontier } | undefined

  /**
   * @param path of the log below `/api/log/`, with a slash at its end
   * @param what it is, for people
   */
  constructor(
    private readonly reader: Reader,
    private readonly path: string,
    private readonly what: string,
    kept?: KeptLog,
  ) {
    this.size = kept?.size ?? 0
    this.root = kept?.root
    this.whole = new Frontier(kept?.whole.size, kept?.whole.peaks)
  }

  toJSON(): KeptLog {
    return { size: this.size, root: this.root ?? new Frontier().root(), whole: this.whole.toJSON() }
  }

  private async readBundle(index: number, limit: number) {
    const texts = await this.reader.entries(this.path, index, Math.min(BUNDLE, limit - index * BUNDLE))
    const edge = this.whole.copy()
    for (const text of texts.slice(0, this.size - index * BUNDLE)) edge.append(leafHash(text))
    if (this.root !== undefined && edge.root() !== this.root)
      throw new WrongLog(`${this.what}: the first ${this.size} entries are no longer those that a head has`)
    this.bundle = { index, texts, edge }
    return this.bundle
  }

  /**
   * Reads on to `size` entries, which have this root, and up to `limit` if a bundle is fetched anyway.
   * @param check throws if an entry is not as it has to be
   */
  async readTo(size: number, root: string, limit: number, check: (index: number, text: string) => void): Promise<void> {
    while (this.size < size) {
      const index = Math.floor(this.size / BUNDLE)
      const end = Math.min(size, (index + 1) * BUNDLE)
      const kept = this.bundle
      const isRead = kept?.index === index && kept.texts.length >= end - index * BUNDLE
      const { texts, edge } = isRead ? kept : await this.readBundle(index, limit)
      for (const text of texts.slice(this.size - index * BUNDLE, end - index * BUNDLE)) {
        check(this.size, text)
        edge.append(leafHash(text))
        this.size += 1
      }
      this.root = edge.root()
      if (end % BUNDLE === 0) this.whole = edge.copy()
    }
    if (size > 0 && this.root !== root)
      throw new WrongLog(`${this.what}: the ${size} public entries are not those whose root the head has`)
  }
}
