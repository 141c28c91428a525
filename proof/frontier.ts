import { EMPTY_ROOT, nodeHash } from './hashing'

/** A complete subtree at the right edge of a tree. */
export interface Peak {
  level: number
  hash: string
}

/** The right edge of a growing tree: complete subtrees from the largest to the smallest. */
export class Frontier {
  private edge: Peak[]
  constructor(
    public size = 0,
    peaks: readonly Peak[] = [],
  ) {
    this.edge = [...peaks]
  }

  get peaks(): readonly Peak[] {
    return this.edge
  }

  /** Takes the hash of the next leaf. */
  append(leaf: string): void {
    let [level, hash] = [0, leaf]
    const last = () => this.edge[this.edge.length - 1]
    for (let left = last(); left?.level === level; left = last()) {
      this.edge.pop()
      hash = nodeHash(left.hash, hash)
      level += 1
    }
    this.edge.push({ level, hash })
    this.size += 1
  }

  root(): string {
    const [last, ...rest] = this.edge.map(({ hash }) => hash).reverse()
    return last === undefined ? EMPTY_ROOT : rest.reduce((right, left) => nodeHash(left, right), last)
  }

  copy(): Frontier {
    return new Frontier(this.size, this.edge)
  }

  /** As JSON keeps it; `new Frontier(size, peaks)` reads it again. */
  toJSON(): { size: number; peaks: readonly Peak[] } {
    return { size: this.size, peaks: this.edge }
  }
}
