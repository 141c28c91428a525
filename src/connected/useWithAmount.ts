import { type Money, moneyText } from '../domain/money'
import { useFormat } from '../i18n/format'
import { useStores } from '../stores/StoresContext'

/**
 * The text of a button that moves money: what it does, and the amount that a press on it moves (PRODUCT.md 4.12). For
 * observers.
 */
export function useWithAmount(): (text: string, amount: Money | undefined) => string {
  const format = useFormat()
  const { session } = useStores()
  const code = session.appInfo?.currency.code ?? ''
  return (text, amount) => (amount ? `${text} · ${`${format.number(moneyText(amount))} ${code}`.trim()}` : text)
}
