import { observer } from 'mobx-react-lite'
import { Banner } from '../../components/Banner'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'

/** Says that the products on the screen could not be refreshed, and offers a retry. */
export const StaleBanner = observer(function StaleBanner() {
  const t = useT()
  const { connection, market } = useStores()
  const { list } = market
  // Offline, the head of the page says it.
  if (!connection.online || !list.value || list.refreshFailure === undefined) return null
  return <Banner text={t('common.stale')} actionLabel={t('common.retry')} onAction={() => void list.load()} />
})
