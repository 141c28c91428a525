/**
 * The endpoint table. The client has it at run time too, so it holds no schemas, which stay out of the client's bundle.
 * Paths are relative to `/api`; `:name` is a path parameter. `auth: 'user'` needs `Authorization: Bearer <token>`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  auth: 'none' | 'user'
}

export const ENDPOINTS = {
  getHealth: { method: 'GET', path: '/health', auth: 'none' },
  getNodeHealth: { method: 'GET', path: '/health/node', auth: 'none' },
  getLiveness: { method: 'GET', path: '/health/live', auth: 'none' },
  getAppInfo: { method: 'GET', path: '/app-info', auth: 'none' },
  getWechatSignature: { method: 'GET', path: '/wechat-signature', auth: 'none' },

  checkRegistration: { method: 'POST', path: '/registrations', auth: 'none' },
  completeRegistration: { method: 'POST', path: '/registrations/complete', auth: 'none' },
  login: { method: 'POST', path: '/sessions', auth: 'none' },
  loginByPasskey: { method: 'POST', path: '/sessions/passkey', auth: 'none' },
  logout: { method: 'DELETE', path: '/sessions/current', auth: 'user' },
  listSessions: { method: 'GET', path: '/sessions', auth: 'user' },
  endSession: { method: 'DELETE', path: '/sessions/:id', auth: 'user' },
  listLogins: { method: 'GET', path: '/logins', auth: 'user' },
  getMe: { method: 'GET', path: '/me', auth: 'user' },

  listProducts: { method: 'GET', path: '/products', auth: 'none' },
  getProduct: { method: 'GET', path: '/products/:symbol', auth: 'none' },
  listProductChanges: { method: 'GET', path: '/product-changes', auth: 'none' },
  listCandles: { method: 'GET', path: '/products/:symbol/candles', auth: 'none' },
  listTicks: { method: 'GET', path: '/products/:symbol/ticks', auth: 'none' },

  createPriceAlert: { method: 'POST', path: '/price-alerts', auth: 'user' },
  listPriceAlerts: { method: 'GET', path: '/price-alerts', auth: 'user' },
  cancelPriceAlert: { method: 'POST', path: '/price-alerts/:id/cancel', auth: 'user' },
  getFavourites: { method: 'GET', path: '/favourites', auth: 'user' },
  changeFavourites: { method: 'PUT', path: '/favourites', auth: 'user' },

  placeOrder: { method: 'POST', path: '/orders', auth: 'user' },
  listOrders: { method: 'GET', path: '/orders', auth: 'user' },
  getOrder: { method: 'GET', path: '/orders/:id', auth: 'user' },
  exportOrders: { method: 'GET', path: '/orders/export', auth: 'user' },
  getResults: { method: 'GET', path: '/results', auth: 'user' },
  getReceipt: { method: 'GET', path: '/orders/:id/receipt', auth: 'user' },
  getShared: { method: 'GET', path: '/orders/:id/shared', auth: 'user' },
  shareResult: { method: 'PUT', path: '/orders/:id/shared', auth: 'user' },
  getSharedReceipt: { method: 'GET', path: '/proof/shared/:code', auth: 'none' },
  getLatestHead: { method: 'GET', path: '/proof/heads/latest', auth: 'none' },
  getHead: { method: 'GET', path: '/proof/heads/:number', auth: 'none' },
  getConsistency: { method: 'GET', path: '/proof/consistency', auth: 'none' },
  getEndings: { method: 'GET', path: '/proof/endings', auth: 'none' },
  getFeedEvents: { method: 'GET', path: '/proof/feeds', auth: 'none' },
  getResult: { method: 'GET', path: '/proof/results/:minute/:key', auth: 'none' },
  getExample: { method: 'GET', path: '/proof/example', auth: 'none' },
  makeGuess: { method: 'POST', path: '/guesses', auth: 'none' },
  getGuessPrices: { method: 'GET', path: '/guesses/prices', auth: 'none' },
  getProofPolicy: { method: 'GET', path: '/proof/policy', auth: 'none' },

  getAccountLimits: { method: 'GET', path: '/account-limits', auth: 'user' },
  setAccountLimit: { method: 'PUT', path: '/account-limits/:kind', auth: 'user' },
  confirmAccountLimit: { method: 'POST', path: '/account-limits/:kind/confirm', auth: 'user' },
  beginBreak: { method: 'POST', path: '/account-break', auth: 'user' },
  endBreak: { method: 'POST', path: '/account-break/end', auth: 'user' },
  listHelpLines: { method: 'GET', path: '/help-lines', auth: 'user' },
  getActivity: { method: 'GET', path: '/activity', auth: 'user' },

  listDepositChannels: { method: 'GET', path: '/deposit-channels', auth: 'user' },
  createDeposit: { method: 'POST', path: '/deposits', auth: 'user' },
  listDeposits: { method: 'GET', path: '/deposits', auth: 'user' },
  getDeposit: { method: 'GET', path: '/deposits/:id', auth: 'user' },
  cancelDeposit: { method: 'POST', path: '/deposits/:id/cancel', auth: 'user' },
  addDepositReceipt: { method: 'POST', path: '/deposits/:id/receipt', auth: 'user' },
  receiveDepositNotice: { method: 'POST', path: '/deposit-notices/:channel', auth: 'none' },
  getWithdrawalTerms: { method: 'GET', path: '/withdrawal-terms', auth: 'user' },
  createWithdrawal: { method: 'POST', path: '/withdrawals', auth: 'user' },
  listWithdrawals: { method: 'GET', path: '/withdrawals', auth: 'user' },
  getWithdrawal: { method: 'GET', path: '/withdrawals/:id', auth: 'user' },
  cancelWithdrawal: { method: 'POST', path: '/withdrawals/:id/cancel', auth: 'user' },
  getPayoutAccount: { method: 'GET', path: '/payout-account', auth: 'user' },
  bindPayoutAccount: { method: 'PUT', path: '/payout-account', auth: 'user' },
  listCapitalRecord: { method: 'GET', path: '/capital-record', auth: 'user' },
  exportCapitalRecord: { method: 'GET', path: '/capital-record/export', auth: 'user' },
  listBookedOrders: { method: 'GET', path: '/capital-record/orders', auth: 'user' },
  getStatement: { method: 'GET', path: '/statement', auth: 'user' },

  getVerification: { method: 'GET', path: '/verification', auth: 'user' },
  submitVerification: { method: 'POST', path: '/verification', auth: 'user' },
  uploadPhoto: { method: 'POST', path: '/uploads', auth: 'user' },
  changePassword: { method: 'POST', path: '/password-changes', auth: 'user' },
  resetPassword: { method: 'POST', path: '/password-resets', auth: 'none' },
  getSecondFactor: { method: 'GET', path: '/second-factor', auth: 'user' },
  beginSecondFactor: { method: 'POST', path: '/second-factor/setup', auth: 'user' },
  enableSecondFactor: { method: 'POST', path: '/second-factor/enable', auth: 'user' },
  disableSecondFactor: { method: 'POST', path: '/second-factor/disable', auth: 'user' },
  listPasskeys: { method: 'GET', path: '/passkeys', auth: 'user' },
  beginPasskey: { method: 'POST', path: '/passkeys/setup', auth: 'user' },
  addPasskey: { method: 'POST', path: '/passkeys', auth: 'user' },
  renamePasskey: { method: 'PUT', path: '/passkeys/:id', auth: 'user' },
  removePasskey: { method: 'POST', path: '/passkeys/:id/remove', auth: 'user' },
  getPasskeyChallenge: { method: 'POST', path: '/passkeys/challenge', auth: 'user' },
  getLoginChallenge: { method: 'POST', path: '/passkeys/login-challenge', auth: 'none' },
  exportMe: { method: 'POST', path: '/me/export', auth: 'user' },
  deleteMe: { method: 'POST', path: '/me/deletion', auth: 'user' },

  getSavings: { method: 'GET', path: '/savings', auth: 'user' },
  listSavingsIncomes: { method: 'GET', path: '/savings/incomes', auth: 'user' },
  depositIntoSavings: { method: 'POST', path: '/savings/deposits', auth: 'user' },
  transferOutOfSavings: { method: 'POST', path: '/savings/transfers-out', auth: 'user' },
  setAutomaticSavings: { method: 'POST', path: '/savings/automatic', auth: 'user' },
  listSavingsMovements: { method: 'GET', path: '/savings/movements', auth: 'user' },
  listSavingsEarnings: { method: 'GET', path: '/savings/earnings', auth: 'user' },

  listNews: { method: 'GET', path: '/news', auth: 'none' },
  getNews: { method: 'GET', path: '/news/:id', auth: 'none' },
  getDocument: { method: 'GET', path: '/documents/:id', auth: 'none' },
  getReason: { method: 'GET', path: '/reasons/:key', auth: 'none' },
  getMedia: { method: 'GET', path: '/media/:name', auth: 'none' },
  listMessages: { method: 'GET', path: '/messages', auth: 'user' },
  countUnreadMessages: { method: 'GET', path: '/messages/unread', auth: 'user' },
  readMessage: { method: 'POST', path: '/messages/:id/read', auth: 'user' },
  readAllMessages: { method: 'POST', path: '/messages/read-all', auth: 'user' },
  getMessagePreferences: { method: 'GET', path: '/message-preferences', auth: 'user' },
  setMessagePreferences: { method: 'PUT', path: '/message-preferences', auth: 'user' },
  getPush: { method: 'GET', path: '/push', auth: 'user' },
  subscribePush: { method: 'PUT', path: '/push/subscription', auth: 'user' },
  unsubscribePush: { method: 'DELETE', path: '/push/subscription', auth: 'user' },
  setPushPreferences: { method: 'PUT', path: '/push/preferences', auth: 'user' },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS

/** The WebSocket of `contract/stream.ts`, relative to `/api`. */
export const STREAM_PATH = '/stream'
