import type { Message } from '../../../contract/messages'
import { HIDDEN_AMOUNT } from '../../domain/labels'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { type MessageView, viewMessage } from './messageView'

/** Puts messages into the reader's words. Call it in an observer: amounts hide when the user hides balances. */
export function useMessageView(): (message: Message) => MessageView {
  const t = useT()
  const format = useFormat()
  const { market, preferences, session } = useStores()
  const currency = session.appInfo?.currency.code ?? ''
  const money = (written: string) =>
    preferences.hideBalances ? HIDDEN_AMOUNT : currency === '' ? written : `${written}\u00a0${currency}`
  return (message) =>
    viewMessage(message, {
      t,
      amount: (text) => money(format.number(text)),
      signed: (text) => money(format.signed(text)),
      price: format.number,
      time: (iso) => showDateTime(iso, preferences.timeZone, { seconds: true }),
      product: (symbol) => market.nameOf(symbol),
    })
}
