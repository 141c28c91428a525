import path from 'node:path'
import type { IProjectConfig } from '@tarojs/taro/types/compile'
import webpack, { type ChunkGraph, type Module } from 'webpack'
import { LOCALES } from '../../contract/locales'
import { FirstPageFiles } from './firstPageFiles'
import { iconDrawings } from './iconDrawings'

type H5Config = NonNullable<IProjectConfig<'webpack5'>['h5']>
type H5Chain = Parameters<NonNullable<H5Config['webpackChain']>>[0]

/** A file of the app that only its H5 build has. */
const own = (file: string) => path.resolve(__dirname, '../../src/h5', file)

/** The early pages: the rest of the app comes after them. */
const EARLY = { welcome: 'pages/welcome/welcome', home: 'pages/index/index', detail: 'pages/Detail/Detail' }
const REST = './startAll'

/**
 * The files that the HTML requests before the router does: the chunks of the page that the address names, and of the
 * language.
 */
const FIRST_FILES = {
  ...EARLY,
  rest: REST,
  'detail/rest': './TradeParts',
  ...Object.fromEntries(LOCALES.map((locale) => [locale, `locale-${locale}-json-first`])),
  ...Object.fromEntries(LOCALES.map((locale) => [`${locale}/rest`, `locale-${locale}-json-rest`])),
}

/**
 * Takes out of Taro's H5 build what this product does not need, which almost halves the first screen: the element
 * library behind its components, its tab bar and navigation bar, and the copies of shared code in each page.
 */
export function slimH5(chain: H5Chain, options: { production: boolean }): void {
  takeOwnElements(chain)
  if (!options.production) {
    developQuickly(chain)
    return
  }
  // A list works, though its type knows one name only.
  chain.target(['web', 'es2020'] as never)
  chain.performance.hints(false)
  minifyQuickly(chain)
  chain.resolve.alias.set('query-string$', own('queryString.ts'))
  chain.resolve.alias.set('prop-types$', own('propTypes.ts'))
  splitOnce(chain)
  chain.plugin('bootInSteps').use(BootInSteps)
  chain.plugin('firstPageFiles').use(FirstPageFiles, [FIRST_FILES, iconDrawings()])
}

/** A page is compiled when it is opened first, so that the first page and a change need not wait for all others. */
function developQuickly(chain: H5Chain): void {
  chain.merge({ experiments: { lazyCompilation: { entries: false, imports: true } } })
}

/** The files of SWC are as small as Terser's, for a fourteenth of the processor's time. */
function minifyQuickly(chain: H5Chain): void {
  const minimizer = chain.optimization.minimizer('terserPlugin')
  const { swcMinify } = minimizer.get('plugin')
  minimizer.tap(([options]) => [
    {
      ...options,
      // Threads of its own are enough.
      parallel: false,
      // Licences stay in the files.
      extractComments: false,
      minify: swcMinify,
      terserOptions: {
        ecma: 2020,
        // A minifier drops `debugger`, and the anti-debug loop is made of one such statement.
        compress: { passes: 3, ecma: 2020, drop_debugger: false },
        mangle: true,
        format: { comments: 'some' },
      },
    },
  ])
}

function takeOwnElements(chain: H5Chain): void {
  chain.resolve.alias.set('@tarojs/components$', own('components/index.ts'))
  // Development would take the router in one file, of which no part can be replaced.
  chain.resolve.alias.set('@tarojs/router$', require.resolve('@tarojs/router/dist/index.js'))
  const router = /@tarojs[\\/]router[\\/]dist[\\/]index/
  replace(chain, 'tabBar', /^\.\/tabbar\.js$/, router, 'tabBar.ts')
  replace(chain, 'navigationBar', /^\.\/navigationBar\.js$/, router, 'navigationBar.ts')
  const page = /@tarojs[\\/]router[\\/]dist[\\/]router/
  replace(chain, 'navigationBarHandler', /^\.\/navigation-bar\.js$/, page, 'navigationBar.ts')
  replace(chain, 'pageStack', /^\.\/stack\.js$/, page, 'pageStack.ts')
  replace(chain, 'newestRoute', /^universal-router$/, page, 'newestRoute.ts')
  const entry = /src[\\/]app\.(config|boot)/
  replace(chain, 'pullToRefresh', /^@tarojs\/components\/dist\/components$/, entry, 'pullToRefresh.ts')
  drawInPlace(chain)
  // Styles and an icon font of the element library.
  replace(chain, 'elementStyles', /taro-components\.css$|^@tarojs\/components\/global\.css$/, /./, 'empty.ts')
  // Our tab bar draws its icons as masks; the pictures are the mini program's.
  replace(chain, 'tabIcons', /assets[\\/]tab[\\/][\w-]+\.png$/, /./, 'empty.ts')
}

/** Importers in `src/` except those that stand in for something. */
const OF_THE_APP = /src[\\/](?!h5[\\/])/

/** Icons and lines as SVG in the document. */
function drawInPlace(chain: H5Chain): void {
  replace(chain, 'icon', /(^\.|components)\/Icon$/, OF_THE_APP, 'Icon.tsx')
  replace(chain, 'drawing', /(^\.|components)\/Drawing$/, OF_THE_APP, 'Drawing.tsx')
  chain.plugin('iconDrawings').use(webpack.DefinePlugin, [{ ICON_DRAWINGS: JSON.stringify(iconDrawings()) }])
}

/** Taro finds its configuration by the entry's name, so the name stays and leads to another file. */
class BootInSteps {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.normalModuleFactory.tap('BootInSteps', (factory) => {
      factory.hooks.beforeResolve.tap('BootInSteps', (data) => {
        if (data.contextInfo.issuer === '' && /src[\\/]app\.config$/.test(data.request)) data.request = own('boot.ts')
      })
    })
  }
}

interface ResolveData {
  request: string
  context: string
  contextInfo?: { issuer?: string }
}

function replace(chain: H5Chain, name: string, request: RegExp, issuer: RegExp, file: string): void {
  const swap = (data: ResolveData) => {
    if (issuer.test(data.contextInfo?.issuer || data.context)) data.request = own(file)
  }
  chain.plugin(`replace-${name}`).use(webpack.NormalModuleReplacementPlugin, [request, swap])
}

/** Whether a module is part of what one of these `import()`s loads. */
const isPartOf =
  (requests: readonly string[]) =>
  (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
    chunkGraph
      .getModuleChunks(module)
      .some((chunk) =>
        [...chunk.groupsIterable].some((group) =>
          group.origins.some(({ request }) => requests.some((path) => request?.includes(path))),
        ),
      )

const isOfEntry = (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
  chunkGraph.getModuleChunks(module).some((chunk) => chunk.canBeInitial())

/**
 * Shared code goes into its own chunks, once, whether pages or the entry use it. Each file is a request, so home and what
 * two early pages share are in the entry's script, and there is one for what welcome adds, one for what a product's page
 * adds, and one for all that comes after an early page. The entry and the three pages have one style sheet, which the HTML
 * has linked already.
 */
function splitOnce(chain: H5Chain): void {
  const isHome = isPartOf([EARLY.home])
  const isWelcome = isPartOf([EARLY.welcome])
  const isDetail = isPartOf([EARLY.detail])
  const isShared = (module: Module, context: { chunkGraph: ChunkGraph }) =>
    isHome(module, context) || (isWelcome(module, context) && isDetail(module, context))
  const isEarly = (module: Module, context: { chunkGraph: ChunkGraph }) =>
    module.type === 'css/mini-extract' &&
    (isHome(module, context) || isWelcome(module, context) || isDetail(module, context) || isOfEntry(module, context))
  const isRest = isPartOf([REST, './fullTranslator', './Overlays', 'components/Banner', 'connected/LanguageSheet'])
  const whole = { chunks: 'async' as const, enforce: true }
  const shared = { name: false as const, chunks: 'all' as const, minSize: 8_000, reuseExistingChunk: true }
  chain.optimization.splitChunks({
    chunks: 'all',
    minSize: 0,
    hidePathInfo: true,
    maxInitialRequests: 10,
    maxAsyncRequests: 10,
    cacheGroups: {
      default: false,
      defaultVendors: false,
      styles: { name: 'styles', chunks: 'all', enforce: true, test: isEarly, priority: 40 },
      home: { name: 'app', chunks: 'all', enforce: true, test: isShared, priority: 30 },
      welcome: { ...whole, name: 'welcome', test: isWelcome, priority: 25 },
      detail: { ...whole, name: 'detail', test: isDetail, priority: 22 },
      later: { ...whole, name: 'later', test: isRest, priority: 20 },
      vendor: { ...shared, test: /[\\/]node_modules[\\/]/, priority: 10 },
      common: { ...shared, minChunks: 2, priority: 1 },
    },
  })
}
