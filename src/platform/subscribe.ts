/** What a user can be told about outside the program. */
export type Notice = 'order' | 'withdrawal'

/** Browsers have no such consent. The twin is `subscribe.weapp.ts`. */
export function askToNotify(_notice: Notice): void {}
