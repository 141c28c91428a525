import { perMinute } from '../../plugins/limits'
import { route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { createWechatService, type WechatDeps } from './service'

/** A page asks once when it opens. */
const PER_MINUTE = 120

export function createWechatModule(deps: WechatDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const service = createWechatService(deps)
  return {
    service,
    routes: (api) =>
      route(api, 'getWechatSignature', async ({ query }) => unwrap(await service.sign(query.url)), {
        config: perMinute(Math.min(PER_MINUTE, deps.config.rateLimits.requests)),
      }),
  } satisfies Module & { service: unknown }
}
