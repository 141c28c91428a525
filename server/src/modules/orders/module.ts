import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import type { OrdersDeps } from './deps'
import { ordersPersonalData } from './personalData'
import { orderRoutes } from './routes'
import { createOrdersService } from './service'

export function createOrdersModule(deps: OrdersDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const orders = createOrdersService(deps)
  return {
    service: orders,
    routes: (api) => {
      orderRoutes(api, { ...deps, orders })
      api.addHook('onClose', deps.acceptances.flush)
    },
    personalData: ordersPersonalData(deps),
  } satisfies Module & { service: unknown }
}
