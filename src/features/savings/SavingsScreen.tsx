import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Savings } from '../../../contract/savings'
import { Banner } from '../../components/Banner'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { ListRow } from '../../components/ListRow'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { Amount } from '../../connected/Amount'
import { HideBalances } from '../../connected/HideBalances'
import { Loaded } from '../../connected/Loaded'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { AutomaticRow } from './Automatic'
import { DepositDates } from './DepositDates'
import { IncomeChart } from './IncomeChart'
import { SavingsStats } from './SavingsStats'
import { UnclearMoves } from './UnclearMoves'
import { useSavings } from './useSavings'
import './SavingsScreen.scss'

/** Balance savings: shares, earnings, and the ways in and out. */
export const SavingsScreen = observer(function SavingsScreen() {
  const t = useT()
  const { savings } = useLate()
  useSavings()
  return (
    <>
      <PullToRefresh onRefresh={() => savings.overview.load()} refreshingText={t('common.loading')}>
        <Body />
      </PullToRefresh>
      <BottomBar>
        <View className="savings__actions wraps gap-12">
          <Button tone="secondary" onClick={() => openPage('/pages/transfer/transfer', { direction: 'out' })}>
            {t('savings.transferOut')}
          </Button>
          <Button onClick={() => openPage('/pages/transfer/transfer')}>{t('savings.deposit')}</Button>
        </View>
      </BottomBar>
    </>
  )
})

const Body = observer(function Body() {
  const t = useT()
  const { savings } = useLate()
  const { overview } = savings
  return (
    <Loaded from={overview} loading={<Loading />}>
      {(figures) => (
        <>
          {overview.refreshFailure ? (
            <Banner text={t('common.stale')} actionLabel={t('common.retry')} onAction={() => void overview.load()} />
          ) : null}
          <View className="savings__top pad">
            <SavingsHero figures={figures} />
            <SavingsStats figures={figures} />
          </View>
          <View className="savings__body stack pad">
            <UnclearMoves />
            <IncomeChart figures={figures} />
            <DepositTerms figures={figures} />
            <Card kind="list">
              <AutomaticRow figures={figures} />
              <ListRow
                icon="document"
                title={t('title.savingsDetails')}
                onClick={() => openPage('/pages/Particulars/Particulars')}
              />
            </Card>
          </View>
        </>
      )}
    </Loaded>
  )
})

function Loading() {
  const t = useT()
  return (
    <View className="pad savings__body stack" aria-busy ariaRole="status" aria-label={t('common.loading')}>
      <Skeleton shape="block" className="savings__hero-room" />
      <Skeleton shape="block" count={2} />
    </View>
  )
}

/** When a deposit made now would earn, and how many deposits and transfers out remain today. */
const DepositTerms = observer(function DepositTerms({ figures }: { figures: Savings }) {
  const t = useT()
  return (
    <Card>
      <Text className="deposit-terms__title muted t13">{t('savings.ifNow')}</Text>
      <DepositDates />
      <Fact label={t('savings.left')}>
        {t('savings.leftValue', { deposits: figures.depositsLeft, transfersOut: figures.transfersOutLeft })}
      </Fact>
    </Card>
  )
})

/** The savings, and the part that earns. */
const SavingsHero = observer(function SavingsHero({ figures }: { figures: Savings }) {
  const t = useT()
  const format = useFormat()
  return (
    <Card kind="hero">
      <View className="card__head row">
        <Text className="savings-hero__key block t13">{t('savings.total')}</Text>
        <HideBalances />
      </View>
      <Amount className="card__total num" text={format.number(figures.total)} />
      <View className="savings-hero__shares wraps gap-12">
        <Share label={t('savings.confirmed')} amount={format.number(figures.confirmed)} />
        <Share label={t('savings.pending')} amount={format.number(figures.pending)} />
      </View>
    </Card>
  )
})

function Share({ label, amount }: { label: string; amount: string }) {
  return (
    <View>
      <Text className="savings-hero__key block t13">{label}</Text>
      <Amount className="savings-hero__share num" text={amount} />
    </View>
  )
}
