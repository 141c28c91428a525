import { ConfigError, type Env } from '../../shared/env'

/** An account of WeChat (公众号) whose safe domain is that of the pages. */
export interface WechatSettings {
  appId: string
  secret: string
  /** The origin of the pages. */
  pages: string
  /** The origin of WeChat's API. */
  api: string
}

/** WECHAT_APP_ID and WECHAT_APP_SECRET; undefined without both. Throws `ConfigError`. */
export function readWechatSettings(env: Env): WechatSettings | undefined {
  const [appId, secret] = [env.WECHAT_APP_ID?.trim(), env.WECHAT_APP_SECRET?.trim()]
  if (!appId && !secret) return undefined
  const pages = env.PUBLIC_ORIGIN?.trim()
  if (!appId || !secret || !pages)
    throw new ConfigError('WECHAT_APP_ID and WECHAT_APP_SECRET are set together, and with PUBLIC_ORIGIN.')
  if (!/^wx[0-9a-f]{16}$/.test(appId)) throw new ConfigError('WECHAT_APP_ID must be "wx" and 16 digits of 0-9 and a-f.')
  return { appId, secret, pages: new URL(pages).origin, api: 'https://api.weixin.qq.com' }
}
