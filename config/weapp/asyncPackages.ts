import type { Chunk, ChunkGraph, Compilation, Compiler } from 'webpack'
import webpack from 'webpack'
import { DEFAULT_LOCALE } from '../../contract/locales'

/** The `requirement` under which webpack's runtime asks for "load this file"; in a browser that is a script element. */
const LOAD = webpack.RuntimeGlobals.loadScript

const PLUGIN = 'AsyncPackages'
/** Folder of the subpackages without pages. */
const FOLDER = 'parts'

/** Chunk and file of the main package that run after the first page (lateFile.ts). */
export const LATE = 'late'
const LATE_FILE = `${LATE}.js`

const isInMain = (file: string) => !file.startsWith(`${FOLDER}/`)

/** The default language's texts do not wait for a download: without them nothing can be shown. */
const MAIN_LOCALE = DEFAULT_LOCALE

/** Modules that many users never need: they are not in the main package. */
const SELDOM = new Set(['proofCheck', 'openCheck', 'check', 'tradeLookUp'])

/**
 * e.g. "parts/de-DE/countries.js": one part per language, and one for each module that is seldom needed. What else is
 * loaded on demand comes with the main package, in the file that runs after the first page.
 */
export function fileOf(module: string): string {
  const [, locale, part] = /locales[\\/]([a-z]{2}-[A-Z]{2})\.json\?(\w+)$/.exec(module) ?? []
  if (locale) return `${locale === MAIN_LOCALE ? 'texts' : `${FOLDER}/${locale}`}/${part}.js`
  const language = /countries[\\/]([a-z]{2}-[A-Z]{2})\.json$/.exec(module)?.[1]
  if (language) return `${FOLDER}/${language}/countries.js`
  const name = /([\w-]+)\.\w+$/.exec(module)?.[1] ?? ''
  return SELDOM.has(name) ? `${FOLDER}/${name}/index.js` : LATE_FILE
}

/** The file of a chunk, after the module that the `import()` names. */
function fileOfChunk(chunk: Chunk, chunkGraph: ChunkGraph): string {
  const roots = [...chunkGraph.getChunkRootModules(chunk)]
  const names = roots.map(
    (root) => (root instanceof webpack.NormalModule ? root.resource : root.nameForCondition()) ?? '',
  )
  return fileOf(names.sort()[0] ?? '')
}

/** Chunks with a separate file, of every build in this process. */
const apart = new WeakSet<Chunk>()

/** Whether a chunk comes with the main package or with a page. */
export const isOfMainPackage = (chunk: Chunk): boolean => !apart.has(chunk)

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
      isInMain(file) ? `Promise.resolve(require("./${file}"))` : `require.async("./${file}")`
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
          if (chunk.id === null) continue
          if (chunk.name === LATE) found.set(chunk.id, LATE_FILE)
          else if (!chunk.canBeInitial()) found.set(chunk.id, fileOfChunk(chunk, compilation.chunkGraph))
        }
        return found
      }
      compilation.hooks.afterChunks.tap(PLUGIN, (chunks) => {
        for (const chunk of chunks) {
          if (!chunk.canBeInitial() && fileOfChunk(chunk, compilation.chunkGraph) !== LATE_FILE) apart.add(chunk)
        }
      })
      compilation.hooks.afterOptimizeChunkIds.tap(PLUGIN, (chunks) => {
        for (const chunk of chunks) {
          if (!chunk.canBeInitial()) chunk.filenameTemplate = fileOfChunk(chunk, compilation.chunkGraph)
        }
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
    const parts = files.filter((file) => !isInMain(file))
    const roots = [...new Set(parts.map((file) => file.slice(0, file.lastIndexOf('/'))))].sort()
    app.subPackages = [...(app.subPackages ?? []), ...roots.map((root) => ({ root, pages: [] }))]
    compilation.updateAsset('app.json', new webpack.sources.RawSource(JSON.stringify(app)))
  }
}
