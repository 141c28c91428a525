import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import { useEachSecond } from '../../../connected/useEachSecond'
import { useWatched } from '../../../connected/useWatched'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate } from '../../../stores/StoresContext'
import { bySoonest, forecastSum } from './orderOutcome'
import { PositionHead } from './PositionHead'

const SHOWN_MAX = 12
/** Cards beyond the edge, which the keyboard must reach, too. */
const SCROLLS = { tabIndex: 0 }

/** The user's orders under way on home, the one that ends next first; a tap opens its product. */
export const RunningNow = observer(function RunningNow() {
  const t = useT()
  const { positions } = useLate().orders
  useWatched(positions.map(({ symbol }) => symbol))
  if (positions.length === 0) return null
  return (
    <View>
      <View className="row home__slot-head">
        <Text className="strong" ariaRole="heading" aria-level={2}>
          {t('home.running', { count: positions.length })}
        </Text>
        <Sum />
      </View>
      <View
        className="home__slides swipe"
        ariaRole="group"
        aria-label={t('home.running', { count: positions.length })}
        {...SCROLLS}
      >
        {[...positions]
          .sort(bySoonest)
          .slice(0, SHOWN_MAX)
          .map((order) => (
            <Card
              key={order.id}
              className="home__slide"
              onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}
            >
              <PositionHead order={order} />
            </Card>
          ))}
      </View>
    </View>
  )
})

/** What all would bring if they ended now. */
const Sum = observer(function Sum() {
  const t = useT()
  const format = useFormat()
  const { orders, market, session } = useLate()
  const { positions } = orders
  const { scale } = session
  const sum = useEachSecond((now) => forecastSum(positions, (symbol) => market.freshPriceOf(symbol, now), scale, now))
  if (sum === undefined) return null
  return (
    <Amount
      className="t13 strong num"
      move={moveOf(sum)}
      text={format.signed(sum)}
      say={(amount) => t('home.ifNow', { amount })}
    />
  )
})
