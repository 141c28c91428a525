import { IconButton } from '../../components/IconButton'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'

const LISTS = {
  deposits: { key: 'title.depositDetails', url: '/pages/withdraw-list/withdraw-open' },
  withdrawals: { key: 'title.withdrawalDetails', url: '/pages/withdraw-list/withdraw-list' },
} as const

/** In the bar of a page: opens the list of earlier ones. */
export function HistoryButton({ of }: { of: keyof typeof LISTS }) {
  const t = useT()
  const { key, url } = LISTS[of]
  return <IconButton icon="clock" label={t(key)} onClick={() => openPage(url)} />
}
