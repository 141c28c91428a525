import { collectDefaultMetrics, Registry } from 'prom-client'

/** One registry per app, so that two apps in a test never share counters. Modules add their own metrics to it. */
export interface Metrics {
  registry: Registry
}

export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })
  return { registry }
}
