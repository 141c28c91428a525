/** Events that a user can be notified of outside the program. */
export type Notice = 'order' | 'withdrawal'

/** Browsers have no such consent. The twin is `subscribe.weapp.ts`. */
export function askToNotify(_notice: Notice): void {}
