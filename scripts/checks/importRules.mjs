import { dirname, normalize } from 'node:path/posix'

/**
 * Who may import whom in the client, by folder below src/. A folder may always import itself, `src/routes.ts` and
 * types of the contract. What is not listed is refused.
 */
const CLIENT = {
  pages: ['features'],
  // The shell's own parts (navigation, clipboard, page hooks) are the platform's; a feature does no other I/O.
  features: ['dev', 'ui', 'stores', 'components', 'domain', 'i18n', 'platform', 'styles'],
  // Interface parts that know the stores.
  ui: ['stores', 'components', 'domain', 'i18n', 'platform', 'styles'],
  lifecycles: ['stores', 'api', 'domain', 'platform', 'i18n'],
  stores: ['api', 'domain', 'platform', 'i18n'],
  api: ['platform', 'domain'],
  components: ['domain', 'platform', 'styles'],
  // The QA panel, which is in no production build.
  dev: ['components', 'stores', 'domain', 'platform', 'i18n'],
  i18n: ['domain', 'platform'],
  platform: ['domain'],
  domain: [],
  styles: [],
}

/** The only contract modules that exist at run time in the client: the others load the schema library. */
const CONTRACT_AT_RUN_TIME = ['contract/errors', 'contract/endpoints', 'contract/locales', 'contract/savingsDates']
/** The client's I/O goes through src/platform; these folders may not name Taro itself. */
const NO_TARO = ['domain', 'stores', 'api', 'lifecycles', 'i18n']

/** `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')` and `require('…')`. */
const IMPORT = new RegExp(
  [
    `(?:^|[\\n;}])\\s*(?:import|export)\\s+(?<type>type\\s)?(?<what>[\\w*\\s{},$]*?)\\s*from\\s*['"](?<from>[^'"\\n]+)['"]`,
    `(?:^|[\\n;])\\s*import\\s*['"](?<bare>[^'"\\n]+)['"]`,
    `\\b(?:import|require)\\(\\s*['"](?<call>[^'"\\n]+)['"]`,
  ].join('|'),
  'g',
)

/** Keeps the length and the lines, so that positions stay right. */
const blankComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))

const onlyTypes = (what) => {
  const names = /^\{([^}]*)\}$/.exec(what.trim())?.[1]
  return names !== undefined && names.trim() !== '' && names.split(',').every((name) => /^\s*(type\s|$)/.test(name))
}

/**
 * The imports of a module.
 * @param {string} text TypeScript source
 * @returns {{ specifier: string, typeOnly: boolean, line: number }[]}
 */
export function importsOf(text) {
  const source = blankComments(text)
  return [...source.matchAll(IMPORT)].map(({ groups, index, 0: match }) => ({
    specifier: groups.from ?? groups.bare ?? groups.call,
    typeOnly: groups.from !== undefined && (groups.type !== undefined || onlyTypes(groups.what)),
    line: source.slice(0, index + match.length).split('\n').length,
  }))
}

/** A specifier as a path from the root without extension, or undefined for a package. */
function resolve(file, specifier) {
  if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`
  return specifier.startsWith('.') ? normalize(`${dirname(file)}/${specifier}`).replace(/\.[jt]sx?$/, '') : undefined
}

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('server/test/')

function contractViolation(specifier, target) {
  if (target === undefined && /^typebox(\/|$)/.test(specifier)) return undefined
  return target?.startsWith('contract/') ? undefined : 'the contract imports only its schema library and itself'
}

function clientPackageViolation(file, specifier) {
  const folder = file.split('/')[1]
  if (/^(typebox|ajv|@sinclair\/)/.test(specifier)) return 'no schema library in the client: take types from contract/'
  if (specifier.startsWith('node:')) return 'the client runs in browsers and mini programs'
  if (specifier === '@tarojs/taro' && NO_TARO.includes(folder)) return 'only src/platform touches Taro; ask it'
  return undefined
}

function clientViolation(file, { specifier, typeOnly }, target) {
  if (target === undefined) return typeOnly ? undefined : clientPackageViolation(file, specifier)
  if (target.startsWith('server/')) return 'src and server never import each other'
  if (target.startsWith('contract/')) {
    if (typeOnly || CONTRACT_AT_RUN_TIME.includes(target)) return undefined
    return 'at run time the client takes only the codes, the endpoint table and the locales; use `import type`'
  }
  if (!target.startsWith('src/')) return 'a module of src imports only src and contract'
  const [, from] = file.split('/')
  const [, to] = target.split('/')
  const allowed = CLIENT[from]
  if (allowed === undefined || to === 'routes') return undefined
  if (from === 'features' && to === 'features') {
    const [a, b] = [file.split('/')[2], target.split('/')[2]]
    return a === b ? undefined : `the feature ${a} does not know the feature ${b}; a page puts them together`
  }
  if (from === to || allowed.includes(to)) return undefined
  return `src/${from} may import ${allowed.length > 0 ? allowed.map((name) => `src/${name}`).join(', ') : 'only itself'}`
}

/** A server module's part by its file name. */
const partOf = (file) => /\/(routes|service|repository)$/.exec(file.replace(/\.ts$/, ''))?.[1]
const moduleOf = (path) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]

function moduleViolation(file, target) {
  const [from, to] = [moduleOf(file), moduleOf(target)]
  const part = partOf(file)
  if (from !== to && to !== undefined) {
    return partOf(target) === 'service' ? undefined : `the module ${to} is reached only through its service`
  }
  if (part === 'routes' && partOf(target) === 'repository') return 'routes ask the service, never the repository'
  if (part === 'routes' && target.startsWith('server/src/ledger/')) return 'routes ask the service, never the ledger'
  if (part === 'repository' && ['routes', 'service'].includes(partOf(target)))
    return 'a repository knows only its tables'
  return undefined
}

function serverViolation(file, { typeOnly }, target) {
  if (target === undefined) return undefined
  if (target.startsWith('src/')) return 'src and server never import each other'
  if (target.startsWith('contract/') || typeOnly) return undefined
  const area = file.split('/')[2]
  if (area === 'shared' && !target.startsWith('server/src/shared/'))
    return 'server/src/shared knows nothing of the rest'
  if (area === 'ledger' && moduleOf(target)) return 'the ledger has no product nouns: it does not know the modules'
  if (area === 'market' && moduleOf(target) && partOf(target) !== 'service')
    return 'a module is reached through its service'
  if (area === 'workers' && partOf(target) === 'routes') return 'workers use services'
  if (area === 'modules') return moduleViolation(file, target)
  return undefined
}

/**
 * Why an import is not allowed (architecture rules, docs/ARCHITECTURE.md), or undefined. Tests may import what they
 * test, but keep the border between client and server.
 * @param {string} file importing module, relative to the root
 * @param {{ specifier: string, typeOnly: boolean }} found from `importsOf`
 * @returns {string | undefined}
 */
export function violationOf(file, found) {
  const target = resolve(file, found.specifier)
  if (isTest(file)) {
    const other = file.startsWith('src/') ? 'server/' : 'src/'
    return target?.startsWith(other) ? 'src and server never import each other' : undefined
  }
  if (file.startsWith('contract/')) return contractViolation(found.specifier, target)
  return file.startsWith('src/') ? clientViolation(file, found, target) : serverViolation(file, found, target)
}
