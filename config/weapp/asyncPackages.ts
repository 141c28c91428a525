import type { Chunk, Compilation, Compiler } from 'webpack'
import webpack from 'webpack'
import { DEFAULT_LOCALE } from '../../contract/locales'

/** The `requirement` under which webpack's runtime asks for "load this file"; in a browser that is a script element. */
const LOAD = webpack.RuntimeGlobals.loadScript

const PLUGIN = 'AsyncPackages'
/** Folder of the subpackages without pages. */
const FOLDER = 'parts'

/** Texts of the default language: without them nothing can be shown, so they do not wait for a download. */
const FIRST_LOCALE = DEFAULT_LOCALE
const FIRST_TEXTS = 'texts.js'

/** e.g. "parts/de-DE/countries.js": one part per language, and one for each other module that is loaded on demand. */
export function fileOf(module: string): string {
  const locale = /locales[\\/]([a-z]{2}-[A-Z]{2})\.json$/.exec(module)?.[1]
  if (locale === FIRST_LOCALE) return FIRST_TEXTS
  if (locale) return `${FOLDER}/${locale}/texts.js`
  const language = /countries[\\/]([a-z]{2}-[A-Z]{2})\.json$/.exec(module)?.[1]
  if (language) return `${FOLDER}/${language}/countries.js`
  return `${FOLDER}/${/([\w-]+)\.\w+$/.exec(module)?.[1] ?? 'more'}/index.js`
}

/** The file of a chunk, after the module that the `import()` names. */
function fileOfChunk(chunk: Chunk, compilation: Compilation): string {
  const roots = [...compilation.chunkGraph.getChunkRootModules(chunk)]
  return fileOf(roots.map((root) => root.nameForCondition() ?? '').sort()[0] ?? '')
}

/**
 * `import()` in the mini program: each chunk becomes a subpackage without pages, which `require.async` downloads the
 * first time it is asked for. WeChat finds what belongs to the program by reading the literal paths of these calls.
 */
class LoadPackage extends webpack.RuntimeModule {
  constructor(private readonly files: () => ReadonlyMap<string | number, string>) {
    super('load package', webpack.RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    const load = (file: string) =>
      file === FIRST_TEXTS ? `Promise.resolve(require("./${file}"))` : `require.async("./${file}")`
    const entries = [...this.files()].map(
      ([id, file]) => `${JSON.stringify(String(id))}: function () { return ${load(file)} }`,
    )
    return `var packages = {${entries.join(',\n')}};
${LOAD} = function (url, done, key, id) {
  var load = packages[id];
  if (!load) return done({ type: 'missing', target: { src: url } });
  load().then(function () { done({ type: 'load' }) }, function () { done({ type: 'failed', target: { src: url } }) });
};`
  }
}

/** Gives each asynchronous chunk a subpackage and lists them in app.json. */
export class AsyncPackages {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      const parts = () => {
        const found = new Map<string | number, string>()
        for (const chunk of compilation.chunks) {
          if (!chunk.canBeInitial() && chunk.id !== null) found.set(chunk.id, fileOfChunk(chunk, compilation))
        }
        return found
      }
      compilation.hooks.afterOptimizeChunkIds.tap(PLUGIN, (chunks) => {
        for (const chunk of chunks) if (!chunk.canBeInitial()) chunk.filenameTemplate = fileOfChunk(chunk, compilation)
      })
      compilation.hooks.runtimeRequirementInTree.for(LOAD).tap({ name: PLUGIN, before: 'RuntimePlugin' }, (chunk) => {
        compilation.addRuntimeModule(chunk, new LoadPackage(parts))
        return true
      })
      compilation.hooks.processAssets.tap(
        { name: PLUGIN, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => this.list(compilation, [...parts().values()]),
      )
    })
  }

  private list(compilation: Compilation, files: string[]): void {
    const asset = compilation.getAsset('app.json')
    if (!asset) throw new Error('The build has no app.json to list its packages in.')
    const app = JSON.parse(asset.source.source().toString())
    const parts = files.filter((file) => file !== FIRST_TEXTS)
    const roots = [...new Set(parts.map((file) => file.slice(0, file.lastIndexOf('/'))))].sort()
    app.subPackages = [...(app.subPackages ?? []), ...roots.map((root) => ({ root, pages: [] }))]
    compilation.updateAsset('app.json', new webpack.sources.RawSource(JSON.stringify(app)))
  }
}
