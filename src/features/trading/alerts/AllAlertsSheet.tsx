import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { EmptyState } from '../../../components/EmptyState'
import { Sheet } from '../../../components/Sheet'
import { Skeleton } from '../../../components/Skeleton'
import { LoadFailed } from '../../../connected/Loaded'
import { PagedItems } from '../../../connected/PagedItems'
import { useReload } from '../../../connected/useReload'
import { useWatched } from '../../../connected/useWatched'
import { useT } from '../../../i18n'
import { openPage } from '../../../platform/navigation'
import { ALL_ALERTS } from '../../../stores/AlertsStore'
import { useLate } from '../../../stores/StoresContext'
import { AlertRow, WaitingList } from './AlertRow'
import './AlertSheet.scss'

/** Every alert of the user: those that wait, and those that came true with the tick that reached them. */
export const AllAlertsSheet = observer(function AllAlertsSheet() {
  const t = useT()
  const { alerts } = useLate()
  return (
    <Sheet
      open={alerts.shown === ALL_ALERTS}
      onClose={() => alerts.show(undefined)}
      title={t('alerts.title')}
      closeLabel={t('common.close')}
    >
      <AllAlerts />
    </Sheet>
  )
})

const AllAlerts = observer(function AllAlerts() {
  const t = useT()
  const { alerts, market } = useLate()
  const { triggered, waiting } = alerts
  useWatched(waiting.map(({ symbol }) => symbol))
  const load = () => {
    void alerts.load()
    void triggered.refresh()
  }
  useReload(() => {
    load()
    void market.list.load()
  })
  const failure = [alerts.active.state, triggered.state].find((state) => state.kind === 'failed')
  if (failure?.kind === 'failed') return <LoadFailed code={failure.code} onRetry={load} />
  if (!alerts.active.value || triggered.state.kind !== 'ready') return <Skeleton shape="row" count={3} />
  if (waiting.length === 0 && triggered.isEmpty) {
    const toProducts = () => {
      alerts.show(undefined)
      openPage('/pages/product/product')
    }
    return (
      <EmptyState
        icon="alert"
        title={t('alerts.empty')}
        text={t('alerts.emptyText')}
        actionLabel={t('common.productsLink')}
        onAction={toProducts}
      />
    )
  }
  return (
    <>
      <Text className="alert-sheet__head">{t('alerts.waiting', { number: waiting.length })}</Text>
      <WaitingList alerts={waiting} showProduct />
      {triggered.isEmpty ? null : <Triggered />}
    </>
  )
})

const Triggered = observer(function Triggered() {
  const t = useT()
  const { triggered } = useLate().alerts
  return (
    <>
      <Text className="alert-sheet__head">{t('alerts.reached')}</Text>
      <PagedItems list={triggered} loading={null} empty={null}>
        {(items) => (
          <View className="alert-sheet__list" ariaRole="list" aria-label={t('alerts.reached')}>
            {items.map((alert) => (
              <AlertRow key={alert.id} alert={alert} showProduct />
            ))}
          </View>
        )}
      </PagedItems>
    </>
  )
})
