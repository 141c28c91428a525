import { perMinute } from '../../plugins/limits'
import { endpoint } from '../../shared/http'
import type { Settings } from '../../shared/settings'
import type { AccountsService } from '../accounts/service'
import type { Module } from '../module'
import { createExampleService, createExampleWorker, type ExampleDeps } from './service'

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
    routes(api) {
      const newest = endpoint('getExample')
      api.route({
        ...newest,
        config: { ...newest.config, ...perMinute(Math.min(PER_MINUTE, config.rateLimits.requests)) },
        handler: async (_, reply) => {
          const receipt = await example.newest()
          return receipt ?? reply.code(204).send(null)
        },
      })
    },
    ...(config.exampleOrders && { seed: deps.accounts.seedExample, worker: createExampleWorker(deps, example) }),
  } satisfies Module & { service: unknown }
}
