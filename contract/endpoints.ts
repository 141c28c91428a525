/**
 * The endpoint table: the only part of the contract, beside the codes, that exists at run time in the client.
 * Paths are relative to `/api`; `:name` is a path parameter. `auth: 'user'` needs `Authorization: Bearer <token>`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  auth: 'none' | 'user'
}

export const ENDPOINTS = {
  getHealth: { method: 'GET', path: '/health', auth: 'none' },
  getAppInfo: { method: 'GET', path: '/app-info', auth: 'none' },

  checkRegistration: { method: 'POST', path: '/registrations', auth: 'none' },
  completeRegistration: { method: 'POST', path: '/registrations/complete', auth: 'none' },
  login: { method: 'POST', path: '/sessions', auth: 'none' },
  logout: { method: 'DELETE', path: '/sessions/current', auth: 'user' },
  listSessions: { method: 'GET', path: '/sessions', auth: 'user' },
  endSession: { method: 'DELETE', path: '/sessions/:id', auth: 'user' },
  getMe: { method: 'GET', path: '/me', auth: 'user' },

  listProducts: { method: 'GET', path: '/products', auth: 'none' },
  getProduct: { method: 'GET', path: '/products/:symbol', auth: 'none' },
  listCandles: { method: 'GET', path: '/products/:symbol/candles', auth: 'none' },
  listTicks: { method: 'GET', path: '/products/:symbol/ticks', auth: 'none' },

  placeOrder: { method: 'POST', path: '/orders', auth: 'user' },
  listOrders: { method: 'GET', path: '/orders', auth: 'user' },
  getOrder: { method: 'GET', path: '/orders/:id', auth: 'user' },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS

/** The WebSocket of `contract/stream.ts`, relative to `/api`. */
export const STREAM_PATH = '/stream'
