import type { Module } from '../module'
import { createFiguresService, EVERY_MS, type FiguresDeps, WHOLE_TABLES_EVERY_MS } from './service'

export function createFiguresModule(deps: FiguresDeps) {
  const service = createFiguresService(deps)
  return {
    service,
    sweeps: [
      { everyMs: EVERY_MS, run: service.read },
      { everyMs: WHOLE_TABLES_EVERY_MS, run: service.readWholeTables },
    ],
  } satisfies Module & { service: unknown }
}
