import type { Chunk, ChunkGraph, Module } from 'webpack'
import { entryUrl } from '../../src/routes'
import { isOfMainPackage, LATE } from './asyncPackages'

/** The app and the pages that a launch shows first, a member's and a visitor's: what they need runs before anything is on the screen. */
const FIRST = ['app', ...[true, false].map((isMember) => entryUrl(isMember).slice(1))]
/** Files of what several of them need. */
const SHARED = ['common', 'vendors', 'taro']
const STYLES = 'css/mini-extract'
const isEarly = new Set<string | null | undefined>([...FIRST, ...SHARED])

interface Graph {
  chunkGraph: ChunkGraph
}

const isShared = (chunks: readonly Chunk[]) => chunks.length > 1 || chunks.some((chunk) => !chunk.canBeInitial())

/** The file of the main package that a module is in; none if only its page or its own package has it. */
function sharedFile(module: Module, { chunkGraph }: Graph): 'common' | 'late' | undefined {
  const chunks = [...chunkGraph.getModuleChunks(module)]
  // Styles come with the app, those of code with an own package, too: no script can add one later.
  if (module.type === STYLES) return isShared(chunks) ? 'common' : undefined
  const ofMain = chunks.filter(isOfMainPackage)
  if (!isShared(ofMain)) return undefined
  return ofMain.some(({ name }) => isEarly.has(name)) ? 'common' : LATE
}

/** All modules of the main package that are in several files, or loaded on demand, by their own rules. */
const group = { chunks: isOfMainPackage, minChunks: 1, maxAsyncRequests: Number.POSITIVE_INFINITY }

/**
 * Groups for webpack's `splitChunks`: what no first page needs, and is loaded on demand or shared by other pages, is one
 * file of the main package. It runs once a first page is there, or before any other page.
 */
export const SHARED_FILES = {
  common: {
    ...group,
    name: 'common',
    priority: 1,
    test: (module: Module, graph: Graph) => sharedFile(module, graph) === 'common',
  },
  late: {
    ...group,
    name: LATE,
    priority: 200,
    test: (module: Module, graph: Graph) => sharedFile(module, graph) === LATE,
  },
}

/** Has each page but the first ones require the late file. */
export function requireLateFile(pages: Map<string, string[]>, names: readonly string[] = []): void {
  for (const name of names) if (!FIRST.includes(name)) pages.set(name, [LATE])
}
