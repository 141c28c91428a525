/**
 * How Node.js runs the server, here and in deploy/ (test/rules/serverFlags.test.ts). V8 sizes the space of young objects by
 * the machine's memory, up to 130 MB on a large one, and never gives it back; with 8 MB a request costs no more in our
 * measurements. The collector can be called, once, when a node has started (server/src/shared/startGarbage.ts).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--expose-gc']

/**
 * How glibc's malloc shares memory between threads and gives it back. By default a node holds 10 MB more, and places no more
 * orders (docs/SCALING.md).
 */
export const SERVER_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
