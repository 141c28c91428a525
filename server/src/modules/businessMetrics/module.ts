import type { Module } from '../module'
import { type BusinessMetricsDeps, createBusinessMetricsService, EVERY_MS, WHOLE_TABLES_EVERY_MS } from './service'

export function createBusinessMetricsModule(deps: BusinessMetricsDeps) {
  const service = createBusinessMetricsService(deps)
  return {
    service,
    sweeps: [
      { everyMs: EVERY_MS, run: service.read },
      { everyMs: WHOLE_TABLES_EVERY_MS, run: service.readWholeTables },
    ],
  } satisfies Module & { service: unknown }
}
