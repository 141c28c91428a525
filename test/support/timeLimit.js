/** Environment variables that turn on a long run; see CONTRIBUTING. */
const LONG_RUNS =
  'REPEATS FUZZ_RUNS MUTATIONS HEADS KILLS DATABASE_KILLS FLOOD_SECONDS CLUSTER FAILOVERS ORDERS GALLERY'
const isLong = LONG_RUNS.split(' ').some((name) => process.env[name] !== undefined)

// It finds a test that hangs and measures nothing: no limit can tell a slow machine from a busy one.
jest.setTimeout(isLong ? 3 * 3_600_000 : 600_000)
