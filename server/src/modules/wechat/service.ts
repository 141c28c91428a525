import { createHash, randomBytes } from 'node:crypto'
import type { WechatSignature } from '../../../../contract/app'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { ok, type Result, refuse } from '../../shared/result'
import { MINUTE_MS } from '../../shared/time'
import type { WechatSettings } from './settings'

export interface WechatDeps {
  config: { wechat: WechatSettings | undefined }
  clock: Clock
  log: Log
}

const ANSWER_WITHIN_MS = 5_000
const ANSWER_MAX = 10_000
/** WeChat answers a ticket with how long it holds; a page may use what was signed with it a little later. */
const BEFORE_END_MS = 10 * MINUTE_MS
/** WeChat counts each request of an account. */
const REST_MS = MINUTE_MS

interface Ticket {
  ticket: string
  expires_in: number
}

async function ask<T extends object>(url: string, named: keyof T, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const response = await fetch(url, {
    signal,
    redirect: 'error',
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = (await response.text()).slice(0, ANSWER_MAX)
  const answer = JSON.parse(text) as T & { errcode?: number }
  if (typeof answer[named] !== 'string') throw new Error(`WeChat answered ${response.status}, error ${answer.errcode}`)
  return answer
}

/** A token that leaves those of other nodes valid, and with it the ticket that signs pages. */
async function fetchTicket({ api, appId, secret }: WechatSettings): Promise<Ticket> {
  const asked = { grant_type: 'client_credential', appid: appId, secret }
  const { access_token: token } = await ask<{ access_token: string }>(
    `${api}/cgi-bin/stable_token`,
    'access_token',
    asked,
  )
  const query = new URLSearchParams({ access_token: token, type: 'jsapi' })
  return ask<Ticket>(`${api}/cgi-bin/ticket/getticket?${query}`, 'ticket')
}

/** Signs pages for WeChat's JS-SDK, so that WeChat shows a card for a link that is shared. */
export function createWechatService({ config, clock, log }: WechatDeps) {
  let asking: Promise<string | undefined> | undefined
  let askAgainAt = 0

  async function renew(settings: WechatSettings): Promise<string | undefined> {
    try {
      const { ticket, expires_in: seconds } = await fetchTicket(settings)
      askAgainAt = clock.now() + Math.max(REST_MS, seconds * 1000 - BEFORE_END_MS)
      return ticket
    } catch (error) {
      askAgainAt = clock.now() + REST_MS
      log.warn({ err: error }, 'WeChat gives no ticket to sign pages with')
      return undefined
    }
  }

  return {
    /** `not_found` without an account, and for a page that is not of this installation. */
    async sign(url: string): Promise<Result<WechatSignature, 'not_found' | 'unavailable'>> {
      const { wechat } = config
      if (!wechat || !url.startsWith(`${wechat.pages}/`) || /[#\s]/.test(url)) return refuse('not_found')
      if (asking === undefined || clock.now() >= askAgainAt) {
        askAgainAt = Number.POSITIVE_INFINITY
        asking = renew(wechat)
      }
      const ticket = await asking
      if (ticket === undefined) return refuse('unavailable')
      const [timestamp, nonce] = [Math.floor(clock.now() / 1000), randomBytes(12).toString('hex')]
      // In the order that WeChat's documentation gives.
      const text = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url}`
      return ok({ appId: wechat.appId, timestamp, nonce, signature: createHash('sha1').update(text).digest('hex') })
    },
  }
}
