import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from '../../scripts/checks/importReader.mjs'
import { SERVER_FOLDERS, violationOf } from '../../scripts/checks/importRules.mjs'
import { ROOT } from '../../scripts/lib/paths.mjs'

const problem = (file: string, specifier: string, typeOnly = false) => violationOf(file, { specifier, typeOnly })

describe('what is read of a module', () => {
  const found = (text: string) =>
    importsOf('a.ts', text).map(({ specifier, typeOnly }) => `${specifier}${typeOnly ? ' type' : ''}`)

  test.each([
    [`import { a } from './a'`, ['./a']],
    [`import type { A } from './a'`, ['./a type']],
    [`import { type A, type B } from './a'`, ['./a type']],
    [`import b, { type A } from './a'`, ['./a']],
    [`import './a'`, ['./a']],
    [`export * from './a'`, ['./a']],
    [`export type { A } from './a'`, ['./a type']],
    [`export { type A } from './a'`, ['./a type']],
    [`const a = await import('./a')`, ['./a']],
    [`const a = require('./a')`, ['./a']],
    [`let a: import('./a').A`, ['./a type']],
    [`let a: Parameters<typeof import('./a').b>`, ['./a type']],
    [`const text = "import { a } from './a'" // import './b'`, []],
    [`import {\n  a,\n  b,\n} from './a'\nimport c from './c'`, ['./a', './c']],
  ])('%s', (text, expected) => expect(found(text)).toEqual(expected))

  test('each with its line', () => {
    expect(importsOf('a.ts', `\n\nimport { a } from './a'`)[0]?.line).toBe(3)
  })

  test('what cannot be read is an error, not an empty list', () => {
    expect(() => importsOf('a.ts', 'import { from')).toThrow('a.ts cannot be read')
  })
})

describe('the server', () => {
  test.each([
    ['plugins/auth.ts', '../modules/orders/repository'],
    ['modules/orders/service.ts', '../../config'],
    ['main.ts', './deps'],
  ])('%s does not import %s, not even its types', (file, specifier) => {
    expect(problem(`server/src/${file}`, specifier)).toBeDefined()
    expect(problem(`server/src/${file}`, specifier, true)).toBeDefined()
  })

  test.each([
    ['modules/orders/service.ts', '../../ledger/ledger'],
    ['modules/orders/service.ts', './repository'],
    ['modules/withdrawals/service.ts', '../payoutAccounts/service'],
    ['modules/orders/module.ts', './routes'],
    ['modules/orders/module.ts', '../module'],
    ['modules/orders/routes.ts', '../../../../contract/orders'],
    ['config.ts', './modules/deposits/settings'],
    ['deps.ts', './modules/orders/module'],
    ['ops/groups/deposits.ts', '../../modules/deposits/service'],
  ])('%s imports %s', (file, specifier) => expect(problem(`server/src/${file}`, specifier)).toBeUndefined())

  test('a folder that is not on the list is refused, until somebody says what it may import', () => {
    expect(problem('server/src/wallet/wallet.ts', '../shared/ids')).toContain('not on the list')
  })

  test('connections to PostgreSQL are opened in one place; others take the types', () => {
    expect(problem('server/src/auditor/auditor.ts', 'pg')).toContain('database/connection.ts')
    expect(problem('server/src/auditor/auditor.ts', 'pg', true)).toBeUndefined()
    expect(problem('server/src/database/connection.ts', 'pg')).toBeUndefined()
  })

  test('the client, tests and scripts are out of reach', () => {
    expect(problem('server/src/app.ts', '../../src/app')).toBe('src and server never import each other')
    expect(problem('server/src/app.ts', '../test/app')).toBe('the server imports only itself and the contract')
  })

  test.each([
    ['routes ask', 'modules/withdrawals/withdrawalRoutes.ts', './withdrawalRepository'],
    ['routes ask', 'modules/withdrawals/routes.ts', '../../ledger/ledger'],
    ['routes ask', 'office/http/routes.ts', '../queues/queueRepository'],
    ['a repository knows only', 'modules/withdrawals/repository.ts', './withdrawalService'],
    ['routes are the outermost', 'modules/withdrawals/service.ts', './routes'],
    ['put together by module.ts', 'modules/withdrawals/service.ts', './module'],
    ['only through its service', 'modules/withdrawals/service.ts', '../payoutAccounts/repository'],
  ])('%s: %s does not import %s', (sentence, file, specifier) => {
    expect(problem(`server/src/${file}`, specifier, true)).toContain(sentence)
  })

  test.each([
    ['deps.ts', './modules/orders/service', 'module.ts'],
    ['config.ts', './modules/deposits/service', 'settings.ts'],
    ['ops/main.ts', '../modules/accounts/repository', 'service.ts'],
  ])('%s does not reach a module by %s', (file, specifier, door) => {
    expect(problem(`server/src/${file}`, specifier)).toContain(door)
  })

  test('the list itself runs one way: each folder imports only what stands before it', () => {
    const names = Object.keys(SERVER_FOLDERS)
    for (const [name, allowed] of Object.entries<string[]>(SERVER_FOLDERS)) {
      for (const other of allowed)
        expect([name, other, names.indexOf(other) < names.indexOf(name)]).toEqual([name, other, true])
      for (const other of allowed) expect(names).toContain(other)
    }
  })
})

test('the map of ARCHITECTURE.md names each folder of the server, and each module', () => {
  const map = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8')
  const modules = readdirSync(join(ROOT, 'server/src/modules')).filter((name) => !name.includes('.'))
  const folders = Object.keys(SERVER_FOLDERS).filter((name) => name !== 'modules' && !name.includes('.'))
  const [, whole = '', named = ''] =
    /```text\nserver\/\n([\s\S]*?)```\n\n```text\nserver\/src\/modules\/\n([\s\S]*?)```/.exec(map) ?? []
  expect(folders.filter((name) => !new RegExp(`^ {4}(?:\\S+/ )*${name}/ `, 'm').test(whole))).toEqual([])
  // Names come first in a line, and two spaces end them.
  const words = named
    .trim()
    .split('\n')
    .flatMap((line) => line.trim().split(/ {2,}/)[0]?.split(' ') ?? [])
  expect(words.sort()).toEqual(modules.sort())
})

describe('the client', () => {
  test.each([
    ['src/features/profile/UserScreen.tsx', '@tarojs/taro'],
    ['src/components/Button.tsx', '@tarojs/taro'],
    ['src/connected/Amount.tsx', '@tarojs/taro'],
    ['src/stores/OrdersStore.ts', '@tarojs/taro'],
    ['src/components/Button.tsx', '../stores/OrdersStore'],
    ['src/features/auth/LoginScreen.tsx', '../trading/TicketSheet'],
    ['src/api/http.ts', '../stores/OrdersStore'],
    ['src/stores/OrdersStore.ts', '../../contract/orders'],
    ['src/stores/OrdersStore.ts', '../../server/src/app'],
    ['src/stores/OrdersStore.ts', 'typebox'],
    ['src/stores/OrdersStore.ts', 'node:fs'],
    ['src/routes.ts', './features/auth/LoginScreen'],
  ])('%s does not import %s', (file, specifier) => expect(problem(file, specifier)).toBeDefined())

  test.each([
    ['src/platform/usePageShow.ts', '@tarojs/taro'],
    ['src/features/auth/LoginScreen.tsx', '@tarojs/components'],
    ['src/features/auth/LoginScreen.tsx', '../../connected/Amount'],
    ['src/stores/OrdersStore.ts', '../../contract/errors'],
    ['src/pages/Detail/Detail.tsx', '@/features/trading/DetailScreen'],
    ['src/features/auth/LoginScreen.tsx', '../../routes'],
    ['src/app.tsx', './lifecycles/start'],
  ])('%s imports %s', (file, specifier) => expect(problem(file, specifier)).toBeUndefined())

  test('a folder or a file of the root that is not on the list is refused', () => {
    expect(problem('src/helpers/dates.ts', '../domain/time')).toContain('not on the list')
    expect(problem('src/setup.ts', './domain/time')).toContain('not on the list')
  })

  test('types of the contract are for everybody', () => {
    expect(problem('src/stores/OrdersStore.ts', '../../contract/orders', true)).toBeUndefined()
  })
})

test('the contract imports its schema library and itself', () => {
  expect(problem('contract/orders.ts', 'typebox')).toBeUndefined()
  expect(problem('contract/orders.ts', './common')).toBeUndefined()
  expect(problem('contract/orders.ts', '../server/src/shared/ids')).toBeDefined()
})

test('the kit for the proof and the server never import each other; the app takes the kit', () => {
  expect(problem('proof/receipt.ts', './trees')).toBeUndefined()
  expect(problem('proof/receipt.ts', '../contract/proof', true)).toBeUndefined()
  expect(problem('proof/sha256.ts', '@noble/hashes/sha2.js')).toBeUndefined()
  expect(problem('src/stores/ProofStore.ts', '../../proof/receipt')).toBeUndefined()
  expect(problem('server/src/auditor/rule.ts', '../../../proof/rule')).toContain('the server imports only itself')
  expect(problem('server/src/signedLogs/signer.test.ts', '../../../proof/receipt')).toBeUndefined()
  for (const specifier of [
    '../server/src/auditor/rule',
    '../src/domain/money',
    '../contract/proof',
    'node:crypto',
    'react',
  ])
    expect(problem('proof/receipt.ts', specifier)).toContain('the kit for the proof')
})

test('a program for outsiders takes the kit, and no package', () => {
  expect(problem('tools/monitor.ts', '../proof/steps')).toBeUndefined()
  expect(problem('tools/monitor/seen.ts', 'node:fs')).toBeUndefined()
  expect(problem('tools/monitor.ts', '../contract/proof', true)).toBeUndefined()
  for (const specifier of ['../server/src/auditor/rule', '../src/domain/money', '../contract/proof', 'big.js'])
    expect(problem('tools/monitor.ts', specifier)).toContain('a program for outsiders')
})

test('the console imports itself, the contract and the texts of an operator’s reasons', () => {
  expect(problem('console/pages/Money.tsx', '../parts/Queue')).toBeUndefined()
  expect(problem('console/pages/Money.tsx', '../../contract/consoleSchemas')).toBeUndefined()
  expect(problem('console/texts/en.ts', '../../src/i18n/locales/en-US.json')).toBeUndefined()
  for (const target of ['../../server/src/app', '../../src/domain/time', '../../src/i18n/firstTexts.json'])
    expect(problem('console/pages/Money.tsx', target, true)).toContain('the console imports only')
})

test('an import inside a type is refused, as the linter sees no circle through it', () => {
  const [inline] = importsOf('a.ts', `let a: import('./ids').Id`)
  const [before] = importsOf('a.ts', `import type { Id } from './ids'`)
  expect(inline && violationOf('server/src/shared/money.ts', inline)).toContain('use `import type`')
  expect(before && violationOf('server/src/shared/money.ts', before)).toBeUndefined()
})
