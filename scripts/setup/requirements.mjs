import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../lib/run.mjs'
import { Refusal, say } from '../lib/say.mjs'
import { unpackedHelm } from './helm.mjs'

/** Debian's name of an exporter of Prometheus, or its own. @param {string} of */
function exporter(of) {
  const find = () => onPath([`prometheus-${of}-exporter`, `${of}_exporter`])
  return { find, packages: [`prometheus-${of}-exporter`], linuxOnly: true, rootOnly: true }
}

/** A part of what runs containers. @param {string} program @param {string[]} packages */
function container(program, packages) {
  return { find: () => onPath([program]), packages, linuxOnly: true, layer: 'containers' }
}

/**
 * Requirements of the tests that npm cannot install: how each is found, and the Debian packages that bring it.
 * `rootOnly`: other accounts skip the tests that need it. `layer`: only that one needs it.
 * @typedef {{ find(): string | undefined, packages: string[], setting?: string, linuxOnly?: boolean, rootOnly?: boolean, layer?: string }} Requirement
 * @type {Record<string, Requirement>}
 */
const REQUIREMENTS = {
  chromium: { find: findChromium, packages: ['chromium'], setting: 'CHROMIUM_PATH' },
  'chromium shell': { find: findChromiumShell, packages: ['chromium-headless-shell'], setting: 'CHROMIUM_PATH' },
  firefox: { find: findFirefox, packages: ['firefox-esr'], setting: 'FIREFOX_PATH' },
  webkit: { find: findMiniBrowser, packages: ['webkit2gtk-driver'], linuxOnly: true },
  'webkit driver': { find: () => onPath(['WebKitWebDriver']), packages: ['webkit2gtk-driver'], linuxOnly: true },
  xvfb: { find: () => onPath(['xvfb-run']), packages: ['xvfb', 'xauth'], linuxOnly: true },
  postgres: { find: findPostgres, packages: ['postgresql'], setting: 'POSTGRES_BIN' },
  promtool: { find: () => onPath(['promtool']), packages: ['prometheus'] },
  amtool: { find: () => onPath(['amtool']), packages: ['prometheus-alertmanager'] },
  helm: { find: () => unpackedHelm() ?? onPath(['helm']), packages: ['helm'] },
  haproxy: { find: () => onPath(['haproxy']), packages: ['haproxy'], linuxOnly: true },
  pgbackrest: { find: () => onPath(['pgbackrest']), packages: ['pgbackrest'], linuxOnly: true },
  redis: { find: findRedis, packages: ['redis-server'], setting: 'REDIS_BIN' },
  caddy: { find: () => onPath(['caddy']), packages: ['caddy'] },
  prometheus: { find: () => onPath(['prometheus']), packages: ['prometheus'] },
  alertmanager: {
    find: () => onPath(['prometheus-alertmanager', 'alertmanager']),
    packages: ['prometheus-alertmanager'],
  },
  node_exporter: exporter('node'),
  postgres_exporter: exporter('postgres'),
  blackbox_exporter: exporter('blackbox'),
  etcd: { find: () => onPath(['etcd']), packages: ['etcd-server'], linuxOnly: true, rootOnly: true },
  patroni: {
    find: () => onPath(['patroni']),
    packages: ['patroni', 'python3-etcd', 'python3-idna'],
    linuxOnly: true,
    rootOnly: true,
  },
  podman: container('podman', ['podman', 'runc', 'catatonit', 'netavark', 'aardvark-dns', 'iptables']),
  mmdebstrap: container('mmdebstrap', ['mmdebstrap']),
  'fonts for Chinese, Japanese and Korean': { find: () => findFont('zh'), packages: ['fonts-noto-cjk'] },
  'fonts for Thai': { find: () => findFont('th'), packages: ['fonts-thai-tlwg'] },
}

const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const OLDEST_POSTGRES = 15

/** @param {string[]} names executables, the preferred one first */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** A Chromium or Chrome executable. @returns {string | undefined} */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return existsSync(chosen) ? chosen : undefined
  return onPath(['chromium', 'chromium-browser', 'google-chrome']) ?? (existsSync(MAC_CHROME) ? MAC_CHROME : undefined)
}

/** Whether `ensureRequirements` installs what is missing: as root on Debian. */
const canInstall = () => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined

/** Chromium without windows, which few systems pack; Chromium itself does its work, only slower. @returns {string | undefined} */
function findChromiumShell() {
  if (process.env.CHROMIUM_PATH) return findChromium()
  return onPath(['chromium-headless-shell']) ?? (canInstall() ? undefined : findChromium())
}

/** @returns {string | undefined} */
function findFirefox() {
  const chosen = process.env.FIREFOX_PATH
  if (chosen) return existsSync(chosen) ? chosen : undefined
  return onPath(['firefox-esr', 'firefox'])
}

/** WebKitGTK's own small browser, which its driver steers; it is installed next to the library. @returns {string | undefined} */
function findMiniBrowser() {
  const base = '/usr/lib'
  const folders = existsSync(base) ? readdirSync(base).map((name) => join(base, name)) : []
  return [base, ...folders]
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync)
}

/**
 * The path of a program that a test needs; without it an error with the command that installs it.
 * @param {string} name a key of REQUIREMENTS
 * @returns {string}
 */
export function required(name) {
  const { find, packages, setting } = REQUIREMENTS[name]
  const path = find()
  if (path) return path
  const hint = setting ? ` (or name it by ${setting})` : ''
  throw new Error(`This test needs ${name}; install it with: sudo apt-get install -y ${packages.join(' ')}${hint}`)
}

/** A Redis-compatible server. @returns {string | undefined} */
export function findRedis() {
  const chosen = process.env.REDIS_BIN
  if (chosen) return existsSync(chosen) ? chosen : undefined
  return onPath(['valkey-server', 'redis-server'])
}

/** @param {string} folder */
const majorOf = (folder) =>
  Number(/(\d+)\.\d+/.exec(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[1])

/** The folder with `initdb` and `postgres`, the newest one of at least 15. @returns {string | undefined} */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(
    (folder) =>
      existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')) && majorOf(folder) >= OLDEST_POSTGRES,
  )
}

/** Whether a font covers a language; true on a machine without fontconfig. @param {string} language */
function findFont(language) {
  if (!onPath(['fc-list'])) return process.platform === 'linux' ? undefined : 'system'
  return execFileSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' }).trim() || undefined
}

/** @param {string[]} packages */
async function install(packages) {
  say(`installing ${packages.join(', ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
  if (code !== 0) throw new Refusal(`apt-get could not install ${packages.join(', ')}; what it said stands above.`)
}

/**
 * Finds or installs what the tests need. As root on Debian it installs; elsewhere it says the command.
 * @param {string[]} layers those that are to run
 * @returns {Promise<void>}
 */
export async function ensureRequirements(layers) {
  if (layers.includes('containers') && (process.platform !== 'linux' || process.getuid?.() !== 0))
    throw new Refusal('The layer "containers" runs Podman as root on Linux: sudo npm test -- containers.')
  const missing = () =>
    Object.entries(REQUIREMENTS)
      .filter(([, { layer }]) => layer === undefined || layers.includes(layer))
      .filter(([, { linuxOnly }]) => !linuxOnly || process.platform === 'linux')
      .filter(([, { rootOnly }]) => !rootOnly || process.getuid?.() === 0)
      .filter(([, { find }]) => find() === undefined)
  const before = missing()
  if (before.length === 0) return
  const packages = [...new Set(before.flatMap(([, requirement]) => requirement.packages))]
  if (canInstall()) await install(packages)
  const after = canInstall() ? missing() : before
  if (after.length === 0) return
  const settings = after.flatMap(([, { setting }]) => setting ?? [])
  const hint = settings.length > 0 ? ` (or name them by ${settings.join(', ')})` : ''
  const command = `sudo apt-get install -y ${packages.join(' ')}`
  throw new Refusal(`The tests need ${after.map(([name]) => name).join(', ')}. Install with: ${command}${hint}.`)
}
