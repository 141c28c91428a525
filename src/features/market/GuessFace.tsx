import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Direction } from '../../../contract/orders'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { useWatched } from '../../connected/useWatched'
import { productName } from '../../domain/productName'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import './GuessFace.scss'

export type Choose = (symbol: string, direction: Direction) => void

export interface GuessFaceProps {
  onChoose: Choose | undefined
  foot: ReactNode
  /** How the last guess ended. */
  answer?: string | undefined
  /** In the place of the two buttons. */
  children?: ReactNode
}

/** The question with the live price, and the two answers. */
export const GuessFace = observer(function GuessFace({ onChoose, foot, answer, children }: GuessFaceProps) {
  const t = useT()
  const product = useStores().market.recommended.find(({ status }) => status === 'open')
  useWatched(product ? [product.symbol] : [])
  const way = (direction: Direction, text: string) => (
    <Button
      tone="onHeroSoft"
      size="medium"
      disabled={!product || !onChoose}
      onClick={() => product && onChoose?.(product.symbol, direction)}
    >
      {text}
    </Button>
  )
  return (
    <Card kind="hero">
      <View className="row guess__foot t13">
        <Text>{t('guess.ask')}</Text>
        <Text className="guess__name">{product && productName(product)}</Text>
      </View>
      <GuessPrice symbol={product?.symbol} />
      {answer === undefined ? null : (
        <Text className="guess__answer block strong" ariaRole="status">
          {answer}
        </Text>
      )}
      <View className="guess__ways">
        {children ?? (
          <>
            {way('up', `▲ ${t('guess.higher')}`)}
            {way('down', `▼ ${t('guess.lower')}`)}
          </>
        )}
      </View>
      <Text className="guess__foot t13" ariaRole="status">
        {foot}
      </Text>
    </Card>
  )
})

/** The only part that a tick renders again. */
const GuessPrice = observer(function GuessPrice({ symbol }: { symbol: string | undefined }) {
  const format = useFormat()
  const { market } = useStores()
  const quote = symbol === undefined ? undefined : market.quoteOf(symbol)
  return <Text className="guess__price num">{quote ? format.number(quote.price) : '–'}</Text>
})
