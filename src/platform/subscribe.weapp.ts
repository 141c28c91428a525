import Taro from '@tarojs/taro'
import type { Notice } from './subscribe'

/** Templates of the administration, named at build time; without one nothing is asked. */
const TEMPLATES: Record<Notice, string | undefined> = {
  order: process.env.TARO_APP_TEMPLATE_ORDER,
  withdrawal: process.env.TARO_APP_TEMPLATE_WITHDRAWAL,
}

/**
 * WeChat's question whether it may send one message of this kind. Only a tap may ask it. Nothing waits for the answer: an
 * order is sent at the price that was seen, and both answers are fine.
 */
export function askToNotify(notice: Notice): void {
  const template = TEMPLATES[notice]
  if (!template) return
  try {
    Promise.resolve(Taro.requestSubscribeMessage({ tmplIds: [template], entityIds: [] })).catch(() => undefined)
  } catch {
    // Old base libraries have no such question.
  }
}
