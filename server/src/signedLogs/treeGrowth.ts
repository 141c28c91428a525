import type { Queryable } from '../database/database'
import { present } from '../shared/assert'
import { readLeaves } from './leaves'
import { KEPT_LEVEL, readNodes, writeNodes } from './logs'
import { Frontier, type LogNode, leafHash, peaksOf } from './merkle'

/** Leaves that one round trip brings. */
const LEAVES_PER_BATCH = 5_000

export interface TreeState {
  tree: number
  size: number
}

/** The state of a tree at `size`, from the nodes that are kept; the last few leaves are hashed again. */
export async function loadFrontier(tx: Queryable, tree: number, size: number): Promise<Frontier> {
  const width = 2 ** KEPT_LEVEL
  const kept = Math.floor(size / width) * width
  const places = peaksOf(kept)
  const hashes = await readNodes(tx, tree, places)
  const frontier = new Frontier(
    kept,
    places.map(({ level }, index) => ({ level, hash: present(hashes[index], 'a hash for each place') })),
  )
  const leaves = await readLeaves(tx, tree, kept, size)
  // A tree of fewer leaves has another root, which would be signed.
  if (leaves.length !== size - kept) throw new Error(`tree ${tree} lacks leaves between ${kept} and ${size}`)
  for (const text of leaves) frontier.append(leafHash(text), () => undefined)
  return frontier
}

export async function append(
  tx: Queryable,
  frontier: Frontier,
  tree: number,
  leaves: readonly string[],
): Promise<void> {
  const nodes: LogNode[] = []
  for (const text of leaves) {
    frontier.append(leafHash(text), (node) => {
      if (node.level >= KEPT_LEVEL) nodes.push(node)
    })
  }
  await writeNodes(tx, tree, nodes)
}

export async function growTo(tx: Queryable, frontier: Frontier, { tree, size }: TreeState): Promise<void> {
  while (frontier.size < size) {
    const leaves = await readLeaves(tx, tree, frontier.size, Math.min(size, frontier.size + LEAVES_PER_BATCH))
    if (leaves.length === 0) throw new Error(`tree ${tree} lacks leaf ${frontier.size}`)
    await append(tx, frontier, tree, leaves)
  }
}
