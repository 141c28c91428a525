import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { pause, until } from '../support/until'

export const ROOT = join(__dirname, '../..')
const CONTAINERFILE = join(ROOT, 'deploy/Containerfile')
/** Images and layers stay here, so that a second run only builds what has changed. */
const CACHE = join(ROOT, '.cache/containers')
const SOCKET = `unix://${CACHE}/podman.sock`
const LIMIT = 64 * 1024 * 1024
/** The base of every image here, made of Debian's packages: no registry is asked for the one that the Containerfile pins. */
export const BASE = 'localhost/fairtick-base'
/** By these this machine reaches the registry of npm, where they exist: the base has them, too. */
const LENT = ['/etc/npmrc', '/usr/local/share/ca-certificates'].filter(existsSync)
const COMPOSE_PLUGIN = 'usr/libexec/docker/cli-plugins/docker-compose'
const HEALTH_EVERY_MS = 5_000

// No systemd is needed, and nothing of the machine's own engine is touched. runc takes cgroups of either version.
const CONTAINERS = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
init_path = "/usr/bin/catatonit"
[network]
network_backend = "netavark"
`
const STORAGE = `[storage]
driver = "${process.env.STORAGE_DRIVER ?? 'overlay'}"
graphroot = "${CACHE}/graph"
runroot = "${CACHE}/run"
`
const ENVIRONMENT = {
  ...process.env,
  CONTAINERS_CONF: join(CACHE, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(CACHE, 'storage.conf'),
  DOCKER_HOST: SOCKET,
  DOCKER_BUILDKIT: '0',
}

async function run(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: ENVIRONMENT, maxBuffer: LIMIT })
  return stdout.trim()
}

export const podman = (...args: string[]) => run('podman', args)

async function ensureBase() {
  const [, suite = ''] = /^ARG BASE=\S+\/debian:(\w+)-slim@/m.exec(readFileSync(CONTAINERFILE, 'utf8')) ?? []
  if (await podman('image', 'exists', `${BASE}:${suite}`).catch(() => 'none')) {
    const file = join(CACHE, 'base.tar')
    const copies = LENT.map((path) => `--customize-hook=copy-in ${path} ${dirname(path)}`)
    await run('mmdebstrap', ['--variant=minbase', ...copies, suite, file])
    await podman('import', file, `${BASE}:${suite}`)
  }
  await podman('tag', `${BASE}:${suite}`, BASE)
}

/** Builds the nodes' image of deploy/Containerfile on the base of this engine. `built`: what its stage `build` would make. */
export const buildOf = (built: string, tag: string) =>
  podman(
    'build',
    '--format=docker',
    `--file=${CONTAINERFILE}`,
    `--build-arg=BASE=${BASE}`,
    `--build-context=build=${built}`,
    `--tag=${tag}`,
    '.',
  )

/** Docker Compose from 2.24 on: the machine's, or Debian's unpacked where the machine has an older one. */
async function ensureCompose(): Promise<string> {
  const installed = `/${COMPOSE_PLUGIN}`
  if (existsSync(installed)) return installed
  const folder = join(CACHE, 'compose')
  if (!existsSync(join(folder, COMPOSE_PLUGIN)))
    await run('mmdebstrap', ['--variant=extract', '--include=docker-compose', 'trixie', folder])
  return join(folder, COMPOSE_PLUGIN)
}

/** systemd asks for the health of containers elsewhere; here this does. */
async function askHealth(signal: AbortSignal) {
  while (!signal.aborted) {
    const names = await podman('ps', '--quiet', '--filter', 'status=running').catch(() => '')
    await Promise.all(names.split('\n').map((name) => name && podman('healthcheck', 'run', name).catch(() => '')))
    await pause(HEALTH_EVERY_MS)
  }
}

/** An engine with a separate store, and Docker Compose on its socket. */
export async function startEngine() {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(ENVIRONMENT.CONTAINERS_CONF, CONTAINERS)
  writeFileSync(ENVIRONMENT.CONTAINERS_STORAGE_CONF, STORAGE)
  await ensureBase()
  const compose = await ensureCompose()
  const service: ChildProcess = spawn('podman', ['system', 'service', '--time=0', SOCKET], {
    env: ENVIRONMENT,
    stdio: 'ignore',
  })
  const ended = new AbortController()
  await until('the engine', () => existsSync(SOCKET.replace('unix://', '')))
  const asking = askHealth(ended.signal)
  return {
    /** A line of a shell in which `compose` is Docker Compose on this engine with these words in front. */
    shell: (line: string, words: readonly string[]) =>
      run('bash', ['-c', `compose() { "${compose}" ${words.map((each) => `"${each}"`).join(' ')} "$@"; }\n${line}`]),
    /** kill -9 of what runs in a container; the engine starts it again. */
    async kill(name: string) {
      process.kill(Number(await podman('inspect', '--format', '{{.State.Pid}}', name)), 'SIGKILL')
    },
    async stop() {
      ended.abort()
      await asking
      service.kill()
    },
  }
}

export type Engine = Awaited<ReturnType<typeof startEngine>>
