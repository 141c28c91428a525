import type { PushAnswer, PushSupport } from './push'

/** In WeChat subscribe messages tell the user (subscribe.weapp.ts). The twin is `push.ts`. */
export const pushSupport = (_toApple?: boolean): PushSupport => 'none'

export const askForPush = async (_key: string): Promise<PushAnswer> => ({ ok: false, problem: 'failed' })

export const pushAddress = async (_key: string): Promise<PushAnswer> => ({ ok: false, problem: 'failed' })

export const endPush = async (): Promise<void> => undefined
