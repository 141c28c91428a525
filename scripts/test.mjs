// npm test: runs every layer in order, also after one that failed. The last line is "N passed, N failed" of all of them. As root
// on Debian it first installs what it needs of the system; elsewhere a layer whose programs are not there is skipped, unless
// `--complete` says that nothing may be. `npm test -- server e2e` runs only the named layers.
import { tmpdir } from 'node:os'
import { failureText, Refusal, runMain } from './lib/say.mjs'

/** A database for tests, deleted afterwards, when one of the layers that run against it is chosen. @template T @param {(url: string) => Promise<T>} use */
async function withSystemPostgres(use) {
  const { startThrowAwayPostgres } = await import('./setup/postgres.mjs')
  const database = await startThrowAwayPostgres()
  try {
    return await use(database.url)
  } finally {
    await database.stop()
  }
}

/** The embedded database has had the repeats of races and random runs; here each statement meets the other version. */
const FEWER_REPEATS = { REPEATS: '10' }

/**
 * Files whose statements are likely to differ by PostgreSQL's version and build: schema, functions, plans, locks, races,
 * partitions. Other files only repeat what these and the layer `server` show.
 */
const WHERE_POSTGRES_COUNTS = [
  'src/cluster/lease',
  'src/database/(migrate|partitions|roles)',
  'src/ledger/',
  'modules/settlement/settlement',
  'test/database',
  'test/schema',
  'test/plans',
  'test/moneyRaces',
]

/**
 * Layers that run next to the others: two that mostly wait, for alerts and for processes that start, and those that would leave
 * much of two cores idle.
 */
const ASIDE = ['faults', 'cluster', 'proof', 'weapp', 'server-on-system-postgres']

/** What a layer's tests run against. @type {Record<string, Parameters<typeof import('./lib/builds.mjs').ensureBuilt>[0][]>} */
const BUILDS = {
  server: ['server'],
  faults: ['server'],
  weapp: ['server', 'weapp'],
  cluster: ['server'],
  containers: ['server', 'h5', 'console'],
  e2e: ['server', 'h5', 'console'],
}

/** @param {string[]} names of layers */
async function buildFor(names) {
  const { ensureBuilt } = await import('./lib/builds.mjs')
  for (const build of names.flatMap((name) => BUILDS[name] ?? [])) await ensureBuilt(build)
}

/** Layers that take long and need much of the machine: they run where they are named only. */
const ONLY_NAMED = ['containers']

/**
 * Name → run, in order. The embedded database is the server's default, so it comes first.
 * @returns {Promise<[string, import('./lib/layers.mjs').RunLayer][]>}
 */
async function layers() {
  const { runChecks, runJest } = await import('./lib/layers.mjs')
  const embedded = { TEST_DATABASE_URL: '' }
  // Some layers are about what survives on a disk, and about disks that fill up. The others have their files in memory.
  const onDisk = { ...embedded, TMPDIR: tmpdir() }
  /** @type {Record<string, import('./lib/layers.mjs').RunLayer>} */
  const all = {
    check: runChecks,
    unit: () => runJest('unit', ['test/client', 'test/rules']),
    // Each file waits for its database now and then: two at a time leave a quarter of two cores idle.
    server: () => runJest('server', ['server'], { env: embedded, workers: 3 }),
    faults: (aside) => runJest('faults', ['test/faults'], { env: onDisk, aside }),
    cluster: (aside) => runJest('cluster', ['test/cluster'], { env: onDisk, aside }),
    proof: (aside) => runJest('proof', ['test/proof'], { env: embedded, aside }),
    weapp: (aside) => runJest('weapp', ['test/weapp'], { env: embedded, aside }),
    'server-on-system-postgres': (aside) =>
      withSystemPostgres((url) =>
        runJest('server-on-system-postgres', ['server'], {
          aside,
          env: { ...FEWER_REPEATS, ...process.env, TEST_DATABASE_URL: url },
          args: ['--testPathPatterns', ...WHERE_POSTGRES_COUNTS],
        }),
      ),
    // They share an engine, and the ports and names of compose.
    containers: () => runJest('containers', ['test/containers'], { env: onDisk, workers: 1 }),
    // Journeys wait for orders and pages: three at a time leave a sixth of two cores idle, to the layers aside. With more, all of
    // them take longer, and what a page does in a moment takes seconds.
    e2e: () => runJest('e2e', ['test/e2e', 'test/gallery'], { workers: 3 }),
  }
  const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
  const unknown = chosen.filter((name) => !(name in all))
  if (unknown.length > 0) {
    throw new Refusal(`No layer is called ${unknown.join(', ')}; there are: ${Object.keys(all).join(', ')}.`)
  }
  const runs = Object.entries(all).filter(([name]) =>
    chosen.length === 0 ? !ONLY_NAMED.includes(name) : chosen.includes(name),
  )
  return runs.map(([name, run]) => [name, (aside) => buildFor([name]).then(() => run(aside))])
}

await runMain(async () => {
  const { findRequirements } = await import('./setup/requirements.mjs')
  const { runLayers } = await import('./lib/layers.mjs')
  const { inMemory } = await import('./lib/memoryFolder.mjs')
  /** @type {Awaited<ReturnType<typeof runLayers>>} */
  let total = { passed: 0, failed: 1, skipped: 0, failures: [], faults: [], slow: [] }
  try {
    const chosen = await layers()
    const names = chosen.map(([name]) => name)
    const lack = await findRequirements(names)
    const [first] = lack
    if (first && process.argv.includes('--complete')) throw new Refusal(`${first.layer} cannot run. ${first.why}`)
    const able = chosen.filter(([name]) => !lack.some(({ layer, whole }) => whole && layer === name))
    // While the first layers run, which need none. A build that fails is told by its layer.
    buildFor(able.map(([name]) => name)).catch(() => undefined)
    const others = able.filter(([name]) => !ASIDE.includes(name))
    const aside = able.filter(([name]) => ASIDE.includes(name))
    // Layers that are run alone show what they do.
    total = await inMemory(() => (others.length > 0 ? runLayers(others, aside) : runLayers(aside)))
    for (const { layer, why } of lack) process.stdout.write(`\nSKIPPED: ${layer}. ${why}\n`)
    total.skipped += lack.filter(({ whole }) => whole).length
  } catch (error) {
    process.stderr.write(failureText(error))
  }
  for (const text of total.slow) process.stdout.write(`\nSLOW: ${text}; its budget is in CONTRIBUTING.md.\n`)
  for (const fault of total.faults)
    process.stdout.write(
      `\nFAULT OF THE DAY (its file passed when run again; find out why before anything else): ${fault}\n`,
    )
  for (const failure of total.failures) process.stdout.write(`\nFAILED: ${failure}\n`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
})
