import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { classNames } from '../components/classNames'
import { HIDDEN_AMOUNT } from '../domain/labels'
import { useT } from '../i18n'
import { useStores } from '../stores/StoresContext'

/** An amount inside a sentence, or dots when the user hides balances. */
export function useShownAmount(): (text: string) => string {
  const { preferences } = useStores()
  return (text) => (preferences.hideBalances ? HIDDEN_AMOUNT : text)
}

interface AmountProps {
  text: string
  className?: string
  /** Class with the color of a gain or loss; left out for a hidden amount, which it would reveal. */
  move?: string
  /** The sentence around it. */
  say?: (amount: string) => string
}

/** An amount, or dots when the user hides balances; screen readers say so in words. */
export const Amount = observer(function Amount({ text, className = 'num', move = '', say = asIs }: AmountProps) {
  const { preferences } = useStores()
  const t = useT()
  if (!preferences.hideBalances) return <Text className={classNames(className, move)}>{say(text)}</Text>
  return (
    <Text className={className}>
      <Text aria-hidden>{say(HIDDEN_AMOUNT)}</Text>
      <Text className="sr-only">{say(t('common.hidden'))}</Text>
    </Text>
  )
})

const asIs = (amount: string) => amount
