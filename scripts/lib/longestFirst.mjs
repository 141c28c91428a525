import { statSync } from 'node:fs'
import { fromRoot } from './paths.mjs'

/** Files that take longest though others are larger, in that order: one that begins last leaves the other cores idle. */
export const LONGEST = [
  'test/e2e/console.test.ts',
  'test/gallery/gallery.test.ts',
  'test/gallery/console.test.ts',
  'test/e2e/walk.test.ts',
  'test/e2e/money.test.ts',
  'test/e2e/journey.test.ts',
  'test/e2e/engines.test.ts',
  'test/e2e/build.test.ts',
  'server/src/cluster/cluster.test.ts',
  'server/src/cluster/redis.test.ts',
  'server/test/process.test.ts',
  'server/src/database/sealingClaim.test.ts',
  'test/cluster/alarms.test.ts',
  'test/cluster/backup.test.ts',
  'test/cluster/cluster.test.ts',
]

/** The order in which jest runs test files: as without its cache, which a clean clone lacks, but for those above. */
export default class LongestFirst {
  #places = new Map(LONGEST.map((path, place) => [fromRoot(path), place]))

  /** @template {{ path: string }} T @param {readonly T[]} tests @returns {T[]} */
  sort(tests) {
    const placed = tests.map((test) => {
      const place = this.#places.get(test.path) ?? LONGEST.length
      return { test, place, size: statSync(test.path).size }
    })
    return placed.sort((one, other) => one.place - other.place || other.size - one.size).map(({ test }) => test)
  }

  /** Jest would keep how long each took. */
  cacheResults() {}
}
