import type { Chunk, Compilation, Compiler } from 'webpack'
import { sources } from 'webpack'

/**
 * Where the build says which files the first pages and the languages need, and how icons are drawn;
 * `scripts/lib/firstScreen.mjs` removes it.
 */
const FILE = 'first-files.json'

/** Writes the files of each named chunk: a name → what the chunk's name or its import's path contains. */
export class FirstPageFiles {
  constructor(
    private readonly wanted: Record<string, string>,
    private readonly icons: Record<string, string>,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPageFiles', (compilation) => {
      compilation.hooks.afterProcessAssets.tap('FirstPageFiles', () => {
        const publicPath = String(compilation.outputOptions.publicPath ?? '')
        const files = Object.entries(this.wanted).map(([name, path]) => [
          name,
          [...filesOf(compilation, path)].map((file) => publicPath + file),
        ])
        compilation.emitAsset(
          FILE,
          new sources.RawSource(JSON.stringify({ files: Object.fromEntries(files), icons: this.icons })),
        )
      })
    })
  }
}

function filesOf(compilation: Compilation, path: string): Set<string> {
  const files = new Set<string>()
  for (const group of compilation.chunkGroups) {
    if (group.isInitial()) continue
    const requests = group.origins.map((origin) => (origin.request ?? '').replace(/\\/g, '/'))
    if (![group.name ?? '', ...requests].some((request) => request.includes(path))) continue
    // The HTML links those of the entry itself.
    const added = (group.chunks as Chunk[]).filter((chunk) => !chunk.canBeInitial())
    for (const chunk of added) for (const file of chunk.files) files.add(file)
  }
  return files
}
