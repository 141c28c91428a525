import type { Locale } from '../../contract/locales'
import type { Messages } from './loadMessages'

/** One package per locale: WeChat has downloaded it before the first page shows. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const { default: messages }: { default: Messages } = await import(`./locales/${locale}.json?app`)
  return messages
}

export const loadFirstMessages = loadMessages
