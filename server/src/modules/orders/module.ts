import type { Module } from '../module'
import { ordersPersonalData } from './personalData'
import { orderRoutes } from './routes'
import { createOrdersService, type OrdersDeps } from './service'

export function createOrdersModule(deps: OrdersDeps) {
  const orders = createOrdersService(deps)
  return {
    service: orders,
    routes: (api) => {
      orderRoutes(api, { orders })
      api.addHook('onClose', deps.acceptances.flush)
    },
    personalData: ordersPersonalData(deps),
  } satisfies Module & { service: unknown }
}
