import { perMinute } from '../../plugins/limits'
import { route } from '../../shared/http'
import type { Settings } from '../../shared/settings'
import type { AccountsService } from '../accounts/service'
import type { Module } from '../module'
import { createExampleService, type ExampleDeps } from './service'

/** Soon after a minute begins, and again after a refusal, for example while no product trades. */
const PLACE_EVERY_MS = 5_000
/** A page asks once; several people may share an address. */
const PER_MINUTE = 120

type ExampleModuleDeps = ExampleDeps & {
  config: Pick<Settings, 'exampleOrders' | 'rateLimits'>
  accounts: Pick<AccountsService, 'seedExample'>
}

export function createExampleModule(deps: ExampleModuleDeps) {
  const example = createExampleService(deps)
  const { config } = deps
  return {
    service: example,
    routes: (api) =>
      route(
        api,
        'getExample',
        async ({ query, reply }) => {
          const receipt = await example.newest(query.order)
          reply.code(receipt ? 200 : 204)
          return receipt ?? null
        },
        { config: perMinute(Math.min(PER_MINUTE, config.rateLimits.requests)) },
      ),
    ...(config.exampleOrders && {
      seed: deps.accounts.seedExample,
      sweeps: [{ everyMs: PLACE_EVERY_MS, run: () => example.place() }],
    }),
  } satisfies Module & { service: unknown }
}
