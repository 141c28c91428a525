import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Banner } from '../../components/Banner'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { AutomaticRow } from './Automatic'
import { DepositTerms } from './DepositTerms'
import { IncomeChart } from './IncomeChart'
import { SavingsHero } from './SavingsHero'
import './SavingsScreen.scss'
import { SavingsStats } from './SavingsStats'
import { UnclearMoves } from './UnclearMoves'
import { useSavings } from './useSavings'

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
