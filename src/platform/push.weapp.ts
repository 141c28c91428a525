import type { PushAnswer, PushSupport } from './push'

/** WeChat has no notices that a mini program may send at will. The twin is `push.ts`. */
export const pushSupport = (_toApple?: boolean): PushSupport => 'none'

export const askForPush = async (_key: string): Promise<PushAnswer> => ({ ok: false, problem: 'failed' })

export const pushAddress = async (_key: string): Promise<PushAnswer> => ({ ok: false, problem: 'failed' })

export const endPush = async (): Promise<void> => undefined
