import { type Module, SWEEP_MS } from '../module'
import { messagesPersonalData } from './personalData'
import { messageRoutes } from './routes'
import { createMessagesService } from './service'

export function createMessagesModule(deps: Parameters<typeof createMessagesService>[0]) {
  const messages = createMessagesService(deps)
  return {
    service: messages,
    routes: (api) => messageRoutes(api, { messages }),
    personalData: messagesPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => messages.sweep() }],
  } satisfies Module & { service: unknown }
}
