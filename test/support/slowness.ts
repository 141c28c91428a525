import { availableParallelism, loadavg } from 'node:os'

/** By which factor other work slows this machine down; 1 with up to two busy processes per core. For limits of time in tests. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / (2 * availableParallelism()))
