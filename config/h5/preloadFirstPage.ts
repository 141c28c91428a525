import HtmlWebpackPlugin from 'html-webpack-plugin'
import type { Chunk, Compilation, Compiler } from 'webpack'

/**
 * Adds `<link rel="preload">` for the chunks of the pages that are likely to be the first, so that they load beside the
 * entry rather than after it.
 */
export class PreloadFirstPage {
  constructor(private readonly pages: string[]) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PreloadFirstPage', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PreloadFirstPage', (data) => {
        const publicPath = String(compilation.outputOptions.publicPath ?? '')
        const known = JSON.stringify([...data.headTags, ...data.bodyTags].map((tag) => tag.attributes))
        for (const file of this.filesOf(compilation)) {
          if (known.includes(file)) continue
          const attributes = { rel: 'preload', as: file.endsWith('.css') ? 'style' : 'script', href: publicPath + file }
          data.headTags.push({ tagName: 'link', voidTag: true, meta: {}, attributes })
        }
        return data
      })
    })
  }

  private filesOf(compilation: Compilation): Set<string> {
    const files = new Set<string>()
    for (const group of compilation.chunkGroups) {
      if (group.isInitial()) continue
      const requests = group.origins.map((origin) => (origin.request ?? '').replace(/\\/g, '/'))
      if (!requests.some((request) => this.pages.some((page) => request.includes(page)))) continue
      for (const chunk of group.chunks as Chunk[]) for (const file of chunk.files) files.add(file)
    }
    return files
  }
}
