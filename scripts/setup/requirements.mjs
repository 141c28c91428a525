import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../lib/run.mjs'
import { Refusal, say } from '../lib/say.mjs'
import { fetchChromium, fetchedChromium } from './chromium.mjs'

/** Layers whose own databases npm brings; an account that root hands them to may not be able to read our folder. */
const ROOTS_DATABASES = process.getuid?.() === 0 ? ['server', 'faults'] : []

/** Debian's name of an exporter of Prometheus, or its own. @param {string} of */
function exporter(of) {
  const find = () => onPath([`prometheus-${of}-exporter`, `${of}_exporter`])
  return { find, packages: [`prometheus-${of}-exporter`], linuxOnly: true, rootOnly: true, layers: ['cluster'] }
}

/** A part of what runs containers. @param {string} program @param {string[]} packages */
function container(program, packages) {
  return { find: () => onPath([program]), packages, linuxOnly: true, layers: ['containers'] }
}

/**
 * Requirements of the tests that npm cannot install: how each is found, the Debian packages that bring it, and the layers
 * that are nothing without it, or `partOf` those of which some tests are skipped. `rootOnly`: other accounts skip the tests that
 * need it.
 * @typedef {{ find(): string | undefined, packages: string[], layers?: string[], partOf?: string[], setting?: string, linuxOnly?: boolean, rootOnly?: boolean }} Requirement
 * @type {Record<string, Requirement>}
 */
const REQUIREMENTS = {
  // For notices, and for tabs that hide each other.
  chromium: { find: findChromium, packages: ['chromium'], setting: 'CHROMIUM_PATH', partOf: ['e2e'] },
  'chromium shell': {
    find: findChromiumShell,
    packages: ['chromium-headless-shell'],
    setting: 'CHROMIUM_PATH',
    layers: ['e2e'],
  },
  firefox: { find: findFirefox, packages: ['firefox-esr'], setting: 'FIREFOX_PATH', partOf: ['e2e'] },
  webkit: { find: findMiniBrowser, packages: ['webkit2gtk-driver'], linuxOnly: true, partOf: ['e2e'] },
  'webkit driver': {
    find: () => onPath(['WebKitWebDriver']),
    packages: ['webkit2gtk-driver'],
    linuxOnly: true,
    partOf: ['e2e'],
  },
  xvfb: { find: () => onPath(['xvfb-run']), packages: ['xvfb', 'xauth'], linuxOnly: true, partOf: ['e2e'] },
  postgres: {
    find: findPostgres,
    packages: ['postgresql'],
    setting: 'POSTGRES_BIN',
    layers: ['server-on-system-postgres', 'cluster', ...ROOTS_DATABASES],
  },
  promtool: { find: () => onPath(['promtool']), packages: ['prometheus'], layers: ['cluster'] },
  amtool: { find: () => onPath(['amtool']), packages: ['prometheus-alertmanager'], layers: ['cluster'] },
  haproxy: { find: () => onPath(['haproxy']), packages: ['haproxy'], linuxOnly: true, layers: ['cluster'] },
  pgbackrest: { find: () => onPath(['pgbackrest']), packages: ['pgbackrest'], linuxOnly: true, layers: ['cluster'] },
  // The server's few tests with it are skipped one by one.
  redis: { find: findRedis, packages: ['redis-server'], setting: 'REDIS_BIN', layers: ['cluster'] },
  caddy: { find: () => onPath(['caddy']), packages: ['caddy'], layers: ['cluster'] },
  prometheus: { find: () => onPath(['prometheus']), packages: ['prometheus'], layers: ['cluster'] },
  alertmanager: {
    find: () => onPath(['prometheus-alertmanager', 'alertmanager']),
    packages: ['prometheus-alertmanager'],
    layers: ['cluster'],
  },
  node_exporter: exporter('node'),
  postgres_exporter: exporter('postgres'),
  blackbox_exporter: exporter('blackbox'),
  etcd: {
    find: () => onPath(['etcd']),
    packages: ['etcd-server'],
    linuxOnly: true,
    rootOnly: true,
    layers: ['cluster'],
  },
  patroni: {
    find: () => onPath(['patroni']),
    packages: ['patroni', 'python3-etcd', 'python3-idna'],
    linuxOnly: true,
    rootOnly: true,
    layers: ['cluster'],
  },
  podman: container('podman', ['podman', 'runc', 'catatonit', 'netavark', 'aardvark-dns', 'iptables']),
  mmdebstrap: container('mmdebstrap', ['mmdebstrap']),
  'fonts for Chinese, Japanese and Korean': {
    find: () => findFont('zh'),
    packages: ['fonts-noto-cjk'],
    layers: ['e2e'],
  },
  'fonts for Thai': { find: () => findFont('th'), packages: ['fonts-thai-tlwg'], layers: ['e2e'] },
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

/** Whether `findRequirements` installs what is missing: as root on Debian. */
const canInstall = () => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined

/** Chromium without windows, which few systems pack; Chromium itself does its work, only slower. @returns {string | undefined} */
function findChromiumShell() {
  if (process.env.CHROMIUM_PATH) return findChromium()
  return onPath(['chromium-headless-shell']) ?? (canInstall() ? undefined : (findChromium() ?? fetchedChromium()))
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

const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Debian starts a service as soon as it is installed; its own means against that is this file.
 * @template T @param {() => Promise<T>} work
 */
async function withoutServices(work) {
  if (existsSync(POLICY)) return work()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    rmSync(POLICY, { force: true })
  }
}

/** @param {string[]} packages */
async function install(packages) {
  say(`installing Debian packages that tests run against, without starting a service: ${packages.join(', ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const command = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const code = await withoutServices(() => run('apt-get', command, { env }))
  if (code !== 0) throw new Refusal(`apt-get could not install ${packages.join(', ')}; what it said stands above.`)
}

/** @param {{ layers?: string[], partOf?: string[] }} requirement */
const layersOf = ({ layers = [], partOf = [] }) => [...layers, ...partOf]

/**
 * What the chosen layers lack on this machine.
 * @param {string[]} layers
 */
const missing = (layers) =>
  Object.entries(REQUIREMENTS)
    .filter(([, requirement]) => layersOf(requirement).some((layer) => layers.includes(layer)))
    .filter(([, { linuxOnly }]) => !linuxOnly || process.platform === 'linux')
    .filter(([, { rootOnly }]) => !rootOnly || process.getuid?.() === 0)
    .filter(([, { find }]) => find() === undefined)
    .map(([name, requirement]) => ({ name, ...requirement }))

/**
 * What of the layers cannot run: what it lacks, and the command that brings it, in one sentence. `whole`: nothing of the layer can.
 * @param {string[]} layers @param {{ name: string, layers?: string[], partOf?: string[], packages: string[] }[]} lacks
 */
export const lackOf = (layers, lacks) =>
  layers.flatMap((layer) => {
    const own = lacks.filter((each) => layersOf(each).includes(layer))
    if (own.length === 0) return []
    const whole = own.some((each) => each.layers?.includes(layer))
    const packages = [...new Set(own.flatMap((each) => each.packages))]
    const needs = `${own.map(({ name }) => name).join(', ')}: sudo apt-get install -y ${packages.join(' ')}`
    return [{ layer, whole, why: whole ? `It needs ${needs}` : `Some of its tests need ${needs}` }]
  })

/** Whether a program that only some tests of a layer need is there; they are skipped otherwise. @param {string} name a key of REQUIREMENTS */
export const isThere = (name) => REQUIREMENTS[name].find() !== undefined

/**
 * Finds what the tests need, or installs it as root on Debian; elsewhere a Chromium comes from npm.
 * @param {string[]} layers those that are to run
 * @returns what of them still cannot run
 */
export async function findRequirements(layers) {
  if (layers.includes('containers') && (process.platform !== 'linux' || process.getuid?.() !== 0))
    throw new Refusal('The layer "containers" runs Podman as root on Linux: sudo npm test -- containers.')
  const packages = [...new Set(missing(layers).flatMap((requirement) => requirement.packages))]
  if (packages.length > 0 && canInstall()) await install(packages)
  const lacks = missing(layers).filter(({ layers }) => layers?.includes('e2e'))
  // In vain if the layer lacks more than that.
  if (lacks.length === 1 && lacks[0]?.name === 'chromium shell' && !process.env.CHROMIUM_PATH)
    await fetchChromium().catch(({ message }) => say(`Chromium could not be unpacked: ${message}`))
  return lackOf(layers, missing(layers))
}
