import path from 'node:path'
import { defineConfig, type UserConfigExport } from '@tarojs/cli'
import { ARIA_ATTRIBUTES } from '../src/weapp/ariaAttributes'
import { slimH5 } from './h5/slim'
import { partOf } from './textParts'
import { requireLateFile } from './weapp/lateFile'
import { slimWeapp, WEAPP_TARGET } from './weapp/slim'

/**
 * Our design is in CSS pixels on a phone 375 wide, that of taro-ui on one twice as wide. The build asks with a
 * file; at run time Taro asks with a number. It writes this function's text into the app, so no outer name may be used.
 */
const designWidth = (input?: { file?: string } | number | string) =>
  typeof input !== 'object' || /taro-ui/.test(String(input.file)) ? 750 : 375

/** Where the development server finds the API. */
const API_TARGET = process.env.API ?? 'http://127.0.0.1:8080'

/**
 * Hashed names, so that a file can be cached for ever and an old one can stay for a while. The first screen lists them all,
 * so they are short: a hash only has to differ from the earlier ones of its own file.
 */
const hashed = (kind: 'js' | 'css') => `static/${kind}/[name].[contenthash:7].${kind}`

/** PRODUCT.md 6.6: the loop is on in production H5 builds and off in development. */
function antiDebug(mode: string): string {
  return process.env.TARO_APP_ANTI_DEBUG ?? (mode === 'production' && process.env.TARO_ENV === 'h5' ? 'on' : 'off')
}

/** Keys of c2sp.org/signed-note, then a number: what the app checks the server's log against (docs/PROOF_FORMAT.md). */
const PIN = /^((?:\S+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}(?:\s+|$))+\d{0,2})?$/

function proofPin(): string {
  const text = process.env.TARO_APP_PROOF_PIN?.trim() ?? ''
  if (PIN.test(text)) return text
  throw new Error('TARO_APP_PROOF_PIN takes keys as name+id+key with spaces between, then how many witnesses it takes.')
}

/** Texts of sets of signers of prices, which the app knows besides the published ones. */
const SIGNERS = /^(signers\|1\|\d+\|\d+\|[0-9a-f]{64}\|\d+\|[0-9a-f,]+(\s+|$))*$/

function priceSigners(): string {
  const text = process.env.TARO_APP_PRICE_SIGNERS?.trim() ?? ''
  if (SIGNERS.test(text)) return text
  throw new Error('TARO_APP_PRICE_SIGNERS takes texts signers|1|… of docs/PROOF_FORMAT.md with spaces between.')
}

function trading(): string {
  const text = process.env.TARO_APP_TRADING || 'on'
  if (text === 'on' || text === 'off') return text
  throw new Error('TARO_APP_TRADING takes on or off.')
}

/** Constants of the app from the build's environment. */
const builtIn = (mode: string) => ({
  TARO_APP_ANTI_DEBUG: JSON.stringify(antiDebug(mode)),
  TARO_APP_TRADING: JSON.stringify(trading()),
  TARO_APP_PROOF_PIN: JSON.stringify(proofPin()),
  TARO_APP_PRICE_SIGNERS: JSON.stringify(priceSigners()),
  TARO_APP_API_ORIGIN: JSON.stringify(process.env.TARO_APP_API_ORIGIN ?? ''),
})

/** Packages that are newer than the browsers we support: `&&=` is ES2021, fields of a class are ES2022. */
const isTooNew = (file: string) => /node_modules[\\/](query-string|uqr|@noble)[\\/]/.test(file)

/** Packages that Babel compiles in addition to `src/`. */
const compile = {
  include: [path.resolve(__dirname, '../contract'), path.resolve(__dirname, '../proof'), isTooNew],
}

const ARIA_PLUGIN: [string, object] = [path.resolve(__dirname, 'weapp/ariaPlugin.ts'), { attributes: ARIA_ATTRIBUTES }]

/** taro-ui's styles are written for an older Sass, which gives hundreds of these notices. */
const OLD_SASS = ['import', 'slash-div', 'global-builtin', 'color-functions']

const sassLoaderOption = { sassOptions: { quietDeps: true, silenceDeprecations: OLD_SASS } }

/**
 * `--watch` empties its output folder, so development has a separate one. The mini program's developer tool reads
 * `dist/weapp` in both cases.
 */
function outputRoot(watch: boolean): string {
  const target = process.env.TARO_ENV ?? 'h5'
  return process.env.TARO_OUTPUT_ROOT ?? (watch && target === 'h5' ? 'dist-dev/h5' : `dist/${target}`)
}

/** Files that keep their names, so they are not the bundler's. */
function copied(output: string) {
  // Icons and manifest of the installed app.
  if (process.env.TARO_ENV === 'h5') return [{ from: 'src/assets/app/', to: `${output}/` }]
  return [
    { from: 'src/assets/share/', to: `${output}/assets/share/` },
    { from: 'src/sitemap.json', to: `${output}/sitemap.json` },
  ]
}

/** A language is one file, of which each page loads its part. */
function cutTexts<T extends Parameters<typeof slimH5>[0] | Parameters<typeof slimWeapp>[0]>(chain: T): T {
  const rule = chain.module.rule('texts').test(/src[\\/]i18n[\\/]locales[\\/][\w-]+\.json$/)
  rule.use('texts').loader(path.resolve(__dirname, 'textsLoader.cjs')).options({ partOf })
  return chain
}

export default defineConfig<'webpack5'>(async (_merge, { mode }) => {
  const watch = mode === 'development'
  const config: UserConfigExport<'webpack5'> = {
    projectName: 'fairtick',
    date: '2026-11-20',
    designWidth,
    deviceRatio: { 375: 2, 640: 1.17, 750: 1, 828: 0.905 },
    sourceRoot: 'src',
    outputRoot: outputRoot(watch),
    framework: 'react',
    plugins: process.env.TARO_ENV === 'weapp' ? [ARIA_PLUGIN] : [],
    copy: { patterns: copied(outputRoot(watch)), options: {} },
    compiler: { type: 'webpack5', prebundle: { enable: false } },
    cache: {
      // From the cache, code that several subpackages share would be written as it was before a change.
      enable: process.env.TARO_ENV !== 'weapp',
      buildDependencies: {
        house: [
          'h5/slim.ts',
          'h5/iconDrawings.ts',
          'weapp/slim.ts',
          'weapp/asyncPackages.ts',
          'weapp/lateFile.ts',
          'textParts.ts',
          'textsLoader.cjs',
          '../src/routes.ts',
          '../src/subpackages.ts',
          '../src/styles/icons.scss',
        ].map((file) => path.resolve(__dirname, file)),
      },
    },
    env: builtIn(mode),
    // The mini program's minifier also brings the syntax of packages down to what old phones take.
    jsMinimizer: process.env.TARO_ENV === 'weapp' ? 'esbuild' : 'terser',
    esbuild: { minify: { enable: true, config: { target: WEAPP_TARGET, charset: 'utf8', legalComments: 'none' } } },
    mini: {
      compile,
      miniCssExtractPluginOption: { ignoreOrder: true },
      optimizeMainPackage: { enable: true },
      addChunkPages: requireLateFile,
      sassLoaderOption,
      postcss: { pxtransform: { enable: true, config: {} }, cssModules: { enable: false } },
      webpackChain: (chain) => slimWeapp(cutTexts(chain)),
    },
    h5: {
      compile,
      publicPath: '/h5/',
      // Without this its sizes stay those of the wide design: twice too large.
      esnextModules: ['taro-ui'],
      staticDirectory: 'static',
      imageUrlLoaderOption: { name: () => 'static/images/[name].[contenthash:8][ext]' },
      // No basename: in hash mode it would end up after the '#'.
      router: { mode: 'hash' },
      output: { filename: hashed('js'), chunkFilename: hashed('js'), chunkLoadTimeout: 120_000 },
      miniCssExtractPluginOption: { ignoreOrder: true, filename: hashed('css'), chunkFilename: hashed('css') },
      sassLoaderOption,
      postcss: {
        autoprefixer: { enable: true, config: {} },
        // 16 px is one rem and the root keeps the browser's own size: large text works and no root script is needed.
        pxtransform: { enable: true, config: { baseFontSize: 16, minRootSize: 16, maxRootSize: 16 } },
        cssModules: { enable: false },
        // Would turn `button` into Taro's own element, which this build does not have.
        htmltransform: { enable: false, config: { removeCursorStyle: false } },
      },
      devServer: {
        port: Number(process.env.DEV_PORT ?? 10086),
        host: '127.0.0.1',
        open: false,
        hot: true,
        // Warnings from inside Taro's own packages must not cover the page.
        client: { overlay: { errors: true, warnings: false } },
        proxy: [{ context: ['/api', '/dev'], target: API_TARGET, changeOrigin: true, ws: true }],
      },
      webpackChain: (chain) => slimH5(cutTexts(chain), { production: !watch }),
    },
  }
  return config
})
