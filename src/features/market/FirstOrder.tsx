import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Flash } from '../../components/Flash'
import { ProductIcon } from '../../components/ProductIcon'
import { useShownAmount } from '../../connected/Amount'
import { moneyText, parseMoney } from '../../domain/money'
import { previewPayout } from '../../domain/payout'
import { productName } from '../../domain/productName'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './FirstOrder.scss'

/** The amount of a first order, if the product takes it. */
const STAKE = '10.00'
const DIRECTIONS = [
  { direction: 'up', sign: '▲', key: 'trade.buyUp' },
  { direction: 'down', sign: '▼', key: 'trade.sellDown' },
] as const

/** The first order of a new user, ready but for its direction: a tap opens its ticket. */
export const FirstOrder = observer(function FirstOrder() {
  const t = useT()
  const format = useFormat()
  const { market, session } = useStores()
  const symbol = market.recommended[0]?.symbol ?? ''
  const product = market.productOf(symbol)
  useEffect(() => {
    if (symbol !== '') void product.load()
  }, [product, symbol])
  const shown = useShownAmount()
  const { value } = product
  const quote = market.quoteOf(symbol)
  const [duration] = [...(value?.durations ?? [])].sort((a, b) => a.seconds - b.seconds)
  const stake = parseMoney(Number(value?.stakeMin) > Number(STAKE) ? (value?.stakeMin ?? STAKE) : STAKE, session.scale)
  if (value && value.status !== 'open') return null
  if (!value || !quote || !duration || !stake) return <Card className="first-order">{null}</Card>
  const amount = moneyText(stake)
  const { profit } = previewPayout(stake, duration.earningsRateBp)
  const terms = { symbol, stake: amount, seconds: String(duration.seconds) }
  return (
    <Card className="first-order">
      <View className="row">
        <View className="fills">
          <Text className="block muted t13 num">
            {[productName(value), t('trade.seconds', { count: duration.seconds }), shown(format.number(amount))].join(
              ' · ',
            )}
          </Text>
          <Text className="first-order__question block">{t('home.firstOrder', { seconds: duration.seconds })}</Text>
        </View>
        <ProductIcon symbol={symbol} url={market.summaryOf(symbol)?.iconUrl} />
      </View>
      <Flash className="first-order__price num" text={format.number(quote.price)} value={Number(quote.price)} />
      <View className="first-order__ways">
        {DIRECTIONS.map(({ direction, sign, key }) => (
          <Button
            key={direction}
            tone={direction}
            note={t('trade.win', { amount: format.signed(moneyText(profit)) })}
            onClick={() => openPage('/pages/Detail/Detail', { ...terms, direction })}
          >
            {`${sign}\u00a0${t(key)}`}
          </Button>
        ))}
      </View>
      <Text className="block center muted t12 num">{t('trade.ifWrong', { amount: shown(format.number(amount)) })}</Text>
    </Card>
  )
})
