import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { HIDDEN_AMOUNT } from '../domain/labels'
import { useT } from '../i18n'
import { useFirstStores } from '../stores/StoresContext'

/** An amount inside a sentence, or dots where the user hides balances. */
export function useShownAmount(): (text: string) => string {
  const { preferences } = useFirstStores()
  return (text) => (preferences.hideBalances ? HIDDEN_AMOUNT : text)
}

/** An amount, or dots where the user hides balances; screen readers say so in words. */
export const Amount = observer(function Amount({ text, className = 'num' }: { text: string; className?: string }) {
  const { preferences } = useFirstStores()
  const t = useT()
  if (!preferences.hideBalances) return <Text className={className}>{text}</Text>
  return (
    <Text className={className}>
      <Text aria-hidden>{HIDDEN_AMOUNT}</Text>
      <Text className="sr-only">{t('common.hidden')}</Text>
    </Text>
  )
})
