import { dirname, normalize } from 'node:path/posix'

/** @typedef {{ specifier: string, typeOnly: boolean, inline?: boolean }} Found from `importsOf` of importReader.mjs */

/**
 * Allowed imports of the client, by folder below src/. A folder may always import itself, `src/routes.ts` and
 * types of the contract. What is not listed is refused.
 * @type {Record<string, string[]>}
 */
const CLIENT = {
  pages: ['features'],
  // The shell's own parts (navigation, clipboard, page hooks) are the platform's; a feature does no other I/O.
  features: ['dev', 'connected', 'stores', 'components', 'domain', 'i18n', 'platform'],
  // Interface parts that know the stores.
  connected: ['stores', 'components', 'domain', 'i18n', 'platform'],
  lifecycles: ['stores', 'api', 'domain', 'platform', 'i18n'],
  stores: ['api', 'domain', 'platform'],
  api: ['platform'],
  components: ['domain', 'platform'],
  // The QA panel, which is in no production build.
  dev: ['components', 'stores', 'domain', 'h5'],
  i18n: ['domain'],
  platform: [],
  domain: [],
  styles: [],
  // The files of the root: the composition root, and what Taro reads of the pages.
  // What only the H5 build or the mini program has in place of Taro's parts, and the first screen.
  h5: ['app', 'app.config', 'components', 'domain', 'features', 'i18n', 'lifecycles', 'pages', 'platform', 'stores'],
  weapp: [],
  'app.tsx': ['lifecycles', 'stores', 'styles'],
  'app.config.ts': ['subpackages'],
  'subpackages.ts': [],
  'routes.ts': ['i18n'],
}

/** The only contract modules that exist at run time in the client: the others load the schema library. */
const CONTRACT_AT_RUN_TIME = [
  'contract/bankNumber',
  'contract/chainAddress',
  'contract/csv',
  'contract/depositKinds',
  'contract/errors',
  'contract/endpoints',
  'contract/identityDocument',
  'contract/limits',
  'contract/locales',
  'contract/operatorReasons',
  'contract/phone',
  'contract/plainText',
  'contract/quoteRows',
  'contract/readNumber',
  'contract/savingsDates',
  'contract/shownResult',
  'contract/signedPrices',
  'contract/typedText',
  'contract/wilson',
]
/** The client's I/O and page events go through src/platform; elsewhere Taro itself is named by the root and the pages. */
const TARO = ['h5', 'platform', 'pages', 'app.tsx', 'app.config.ts']

/**
 * Allowed imports of the server, by folder below server/src, or by file of its root; types count as imports. From
 * the ground up: a folder is listed after all that it may import. A folder may always import itself and the contract.
 * @type {Record<string, string[]>}
 */
const SERVER = {
  shared: [],
  objectStore: ['shared'],
  database: ['shared'],
  // What many domains ask about a user, or tell one: phone, device, guesses, freezes, holds, changes, personal data.
  users: ['database', 'shared'],
  embedded: ['database', 'shared'],
  decoding: ['shared'],
  ledger: ['database', 'shared', 'users'],
  cluster: ['database', 'shared', 'users'],
  signedLogs: ['database', 'objectStore', 'shared'],
  auditor: ['database', 'objectStore', 'signedLogs', 'shared'],
  auditLog: ['auditor', 'database', 'shared'],
  market: ['cluster', 'database', 'shared'],
  plugins: ['auditor', 'cluster', 'database', 'shared'],
  stream: ['cluster', 'ledger', 'market', 'plugins', 'shared'],
  modules: [
    'auditor',
    'cluster',
    'database',
    'decoding',
    'ledger',
    'market',
    'objectStore',
    'plugins',
    'signedLogs',
    'shared',
    'users',
  ],
  // Accounts of staff, for the console and the command line.
  staff: ['auditLog', 'database', 'modules', 'shared', 'users'],
  // The composition root: what is built of all of these, and what runs it.
  'config.ts': ['cluster', 'market', 'modules', 'objectStore', 'signedLogs', 'shared', 'staff'],
  'deps.ts': [
    'auditLog',
    'auditor',
    'cluster',
    'config.ts',
    'database',
    'decoding',
    'ledger',
    'market',
    'modules',
    'objectStore',
    'plugins',
    'signedLogs',
    'shared',
    'users',
  ],
  // The back office: what staff may do, and the console's own listener, over the same services.
  office: ['auditLog', 'database', 'deps.ts', 'modules', 'objectStore', 'plugins', 'shared', 'staff', 'users'],
  ops: [
    'auditLog',
    'auditor',
    'config.ts',
    'database',
    'deps.ts',
    'embedded',
    'ledger',
    'modules',
    'objectStore',
    'signedLogs',
    'office',
    'shared',
    'staff',
    'users',
  ],
  // The program of processes that decode.
  'decoder.ts': ['decoding', 'office'],
  'app.ts': ['deps.ts', 'plugins', 'shared', 'stream'],
  'startWorkers.ts': ['cluster', 'database', 'deps.ts', 'shared'],
  'sharedSettings.ts': ['cluster', 'config.ts', 'shared'],
  'server.ts': [
    'app.ts',
    'cluster',
    'config.ts',
    'database',
    'deps.ts',
    'embedded',
    'ledger',
    'market',
    'modules',
    'office',
    'signedLogs',
    'shared',
    'sharedSettings.ts',
    'startWorkers.ts',
  ],
  'signerProcess.ts': ['signedLogs', 'shared'],
  'run.ts': ['cluster', 'config.ts', 'database', 'embedded', 'server.ts', 'shared', 'signerProcess.ts'],
  'main.ts': ['run.ts'],
  'migrateOnly.ts': ['database', 'shared'],
  dev: ['config.ts', 'deps.ts', 'market', 'ops', 'plugins', 'run.ts', 'shared'],
}

/** A user's texts: the console shows an operator's reasons, a push says what the app says (server/src/modules/push/texts.ts). */
const TEXTS = /^src\/i18n\/locales\/[\w-]+\.json$/

/**
 * A specifier as a path from the root without extension, or undefined for a package.
 * @param {string} file @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`
  return specifier.startsWith('.') ? normalize(`${dirname(file)}/${specifier}`).replace(/\.[jt]sx?$/, '') : undefined
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file) || /^(server\/)?test\//.test(file)

/** @param {string} specifier @param {string | undefined} target */
function contractViolation(specifier, target) {
  if (target === undefined && /^typebox(\/|$)/.test(specifier)) return undefined
  return target?.startsWith('contract/') ? undefined : 'the contract imports only its schema library and itself'
}

/** @param {string} file @param {string} specifier */
function clientPackageViolation(file, specifier) {
  const folder = file.split('/')[1]
  if (/^(typebox|ajv|@sinclair\/)/.test(specifier)) return 'no schema library in the client: take types from contract/'
  if (specifier.startsWith('node:')) return 'the client runs in browsers and mini programs'
  if (specifier === '@tarojs/taro' && !TARO.includes(folder)) return 'only src/platform touches Taro; ask it'
  return undefined
}

/** @param {string} file @param {Found} found @param {string | undefined} target */
function clientViolation(file, { specifier, typeOnly }, target) {
  if (target === undefined) return typeOnly ? undefined : clientPackageViolation(file, specifier)
  if (target.startsWith('server/')) return 'src and server never import each other'
  if (target.startsWith('contract/')) {
    if (typeOnly || CONTRACT_AT_RUN_TIME.includes(target)) return undefined
    return 'at run time the client takes only the contract files of CONTRACT_AT_RUN_TIME; use `import type`'
  }
  const [, from] = file.split('/')
  const isOfKit = target.startsWith('proof/')
  if (!target.startsWith('src/') && !isOfKit) return 'a module of src imports only src, contract and proof'
  // The kit for the proof is pure code, like the domain.
  const to = isOfKit ? 'domain' : target.split('/')[1]
  const allowed = CLIENT[from]
  if (allowed === undefined) return `src/${from} is not on the list of who may import whom`
  if (to === 'routes') return undefined
  if (from === 'features' && to === 'features') {
    const [a, b] = [file.split('/')[2], target.split('/')[2]]
    return a === b ? undefined : `the feature ${a} does not know the feature ${b}; a page puts them together`
  }
  if (from === to || allowed.includes(to)) return undefined
  return `src/${from} may import ${allowed.length > 0 ? allowed.map((name) => `src/${name}`).join(', ') : 'only itself'}`
}

/**
 * The layer of a file of a server module, by the end of its name: `routes`, `withdrawalRoutes`.
 * @param {string} path
 */
const layerOf = (path) => /(?:^|\/)\w*?(routes|service|repository|settings|module)$/i.exec(path)?.[1].toLowerCase()
/** @param {string} path */
const moduleOf = (path) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]

/**
 * Between two files of one folder: a module, the console, the accounts of staff.
 * @param {string | undefined} layer @param {string | undefined} targetLayer
 */
function layerViolation(layer, targetLayer) {
  if (layer === 'routes' && targetLayer === 'repository') return 'routes ask the service, never the repository'
  if (layer === 'repository' && /^(routes|service)$/.test(targetLayer ?? ''))
    return 'a repository knows only its tables'
  return undefined
}

/** Between two files of `modules/`. @param {string} from @param {string} target */
function moduleViolation(from, target) {
  const [own, other] = [moduleOf(from), moduleOf(target)]
  const [layer, targetLayer] = [layerOf(from), layerOf(target)]
  // Exports of a module, in addition to all of them: modules/module.ts.
  if (other === undefined) return undefined
  if (own !== other) {
    return targetLayer === 'service' ? undefined : `the module ${other} is reached only through its service`
  }
  if (targetLayer === 'module') return 'a module is put together by module.ts, which nothing in the module knows'
  if (targetLayer === 'routes' && layer !== 'module') return 'routes are the outermost layer: only module.ts adds them'
  return layerViolation(layer, targetLayer)
}

/** The imports of each part of the composition root from a module; every other importer above uses its service. @type {Record<string, string>} */
const MODULE_DOORS = { 'config.ts': 'settings', 'deps.ts': 'module' }

/** @param {string} area @param {string} target */
function doorViolation(area, target) {
  const door = MODULE_DOORS[area] ?? 'service'
  if (moduleOf(target) === undefined || layerOf(target) === door) return undefined
  return `${area} reaches a module only through its ${door}: modules/${moduleOf(target)}/${door}.ts`
}

/** Folder below server/src, or the file of its root. @param {string} path */
const areaOf = (path) => {
  const [first, ...rest] = path.slice('server/src/'.length).split('/')
  return rest.length > 0 ? first : `${first}.ts`
}

/** The command line says to staff what the console says. */
const STAFF_TEXTS = 'console/texts/en'

const POSTGRES = 'a connection is opened by database/connection.ts, which listens for its loss; use `import type`'

/** @param {string} file @param {Found} found @param {string | undefined} target */
function serverViolation(file, { specifier, typeOnly }, target) {
  if (specifier === 'pg' && !typeOnly && !file.startsWith('server/src/database/')) return POSTGRES
  if (target === undefined || target.startsWith('contract/')) return undefined
  if (target.startsWith('src/')) return TEXTS.test(target) ? undefined : 'src and server never import each other'
  const from = file.replace(/\.ts$/, '')
  const [area, targetArea] = [areaOf(from), areaOf(target)]
  const allowed = SERVER[area]
  if (area === 'ops' && target.startsWith(STAFF_TEXTS)) return undefined
  if (!target.startsWith('server/src/')) return 'the server imports only itself and the contract'
  if (allowed === undefined) return `server/src/${area} is not on the list of who may import whom`
  if (area === targetArea) {
    return area === 'modules' ? moduleViolation(from, target) : layerViolation(layerOf(from), layerOf(target))
  }
  if (!allowed.includes(targetArea)) {
    return `server/src/${area} may import ${allowed.length > 0 ? allowed.join(', ') : 'only itself'}`
  }
  if (targetArea === 'modules') return doorViolation(area, target)
  if (layerOf(from) === 'routes' && ['ledger', 'database'].includes(targetArea)) {
    return `routes ask the service, never the ${targetArea}`
  }
  return undefined
}

/** Packages of the kit for the proof: curves and hashes. */
const PROOF_PACKAGES = /^(@noble\/|tweetnacl$)/

/**
 * The kit for the proof (proof/) is one of three programs that share only a document: it takes the types of what comes over the
 * wire, and nothing of the server, of Taro or of Node.
 * @param {Found} found @param {string | undefined} target
 */
function proofViolation({ specifier, typeOnly }, target) {
  if (target === undefined) return PROOF_PACKAGES.test(specifier) ? undefined : 'the kit for the proof is pure code'
  if (target.startsWith('proof/') || (typeOnly && target.startsWith('contract/'))) return undefined
  return 'the kit for the proof imports itself and types of the contract'
}

/**
 * A program for outsiders is built of the kit into one file that runs without a package.
 * @param {Found} found @param {string | undefined} target
 */
function toolViolation({ specifier, typeOnly }, target) {
  if (target === undefined) return specifier.startsWith('node:') ? undefined : 'a program for outsiders has no package'
  if (/^(proof|tools)\//.test(target) || (typeOnly && target.startsWith('contract/'))) return undefined
  return 'a program for outsiders imports itself, the kit for the proof and types of the contract'
}

/** @param {string | undefined} target */
function consoleViolation(target) {
  if (target === undefined || /^(console|contract)\//.test(target) || TEXTS.test(target)) return undefined
  return 'the console imports only itself, the contract and a user’s texts'
}

/**
 * Why an import is not allowed (architecture rules, docs/ARCHITECTURE.md), or undefined. Tests may import what they
 * test, but keep the border between client and server.
 * @param {string} file importing module, relative to the root
 * @param {Found} found @returns {string | undefined}
 */
export function violationOf(file, found) {
  const target = resolve(file, found.specifier)
  if (isTest(file)) {
    const other = /^(src|proof)\//.test(file) ? 'server/' : 'src/'
    return target?.startsWith(other) ? 'src and server never import each other' : undefined
  }
  if (found.inline && target) return 'the linter sees no circle through a type like this: use `import type`'
  if (file.startsWith('contract/')) return contractViolation(found.specifier, target)
  if (file.startsWith('proof/')) return proofViolation(found, target)
  if (file.startsWith('tools/')) return toolViolation(found, target)
  if (file.startsWith('console/')) return consoleViolation(target)
  return file.startsWith('src/') ? clientViolation(file, found, target) : serverViolation(file, found, target)
}

/** The server's folders, for a test that the list itself runs one way. */
export const SERVER_FOLDERS = SERVER
