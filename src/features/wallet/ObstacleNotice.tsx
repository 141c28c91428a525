import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { WithdrawalTerms } from '../../../contract/withdrawals'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { useShownAmount } from '../../connected/Amount'
import { useReviewTimes } from '../../connected/useReviewTimes'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import type { PlainKey } from '../../i18n/keys'
import { withReason } from '../../i18n/operatorReason'
import { openPage } from '../../platform/navigation'
import { isOffered, type PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import { nextDayMs, type Obstacle } from './withdrawForm'

const WAY_OUT: Partial<Record<Exclude<Obstacle, 'notVerified'>, { key: PlainKey; page: PageUrl }>> = {
  noAccount: { key: 'wallet.obstacle.goBind', page: '/pages/account/account' },
  payeeDiffers: { key: 'wallet.obstacle.goPayee', page: '/pages/account/account' },
  noFactor: { key: 'wallet.obstacle.goFactor', page: '/pages/security/security' },
  belowMinimum: { key: 'title.quickDeposit', page: '/pages/deposit/deposit' },
}

const STEP_ICONS: Partial<Record<Obstacle, IconName>> = { noAccount: 'card', payeeDiffers: 'card', payeeWaits: 'clock' }

/** Says why no withdrawal is possible now, with a button that leads on. */
export const ObstacleNotice = observer(function ObstacleNotice(props: {
  obstacle: Exclude<Obstacle, 'notVerified'>
  terms: WithdrawalTerms
}) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { preferences, connection } = useStores()
  const { obstacle, terms } = props
  const opensAt = opensAtMs(obstacle, terms, connection.serverNow())
  const values = {
    time: opensAt === undefined ? '–' : showDateTime(opensAt, preferences.timeZone),
    reason: terms.hold ? t(`wallet.hold.${terms.hold.reason}`) : '–',
    minimum: format.number(terms.minimum),
    available: shown(format.number(terms.available)),
  }
  const times = useReviewTimes()
  const wayOut = WAY_OUT[obstacle]
  const textOf = () => {
    if (obstacle === 'stopped') return withReason(t('errors.withdrawals_frozen'), terms.stopped ?? undefined, t)
    if (obstacle === 'payeeWaits') return times.due(terms.payeeReview?.dueAt ?? null)
    const reason = obstacle === 'payeeDiffers' ? terms.payeeReview?.reason : undefined
    return withReason(t(`wallet.obstacle.${obstacle}Text`, values), reason ?? undefined, t)
  }
  return (
    <Card className="obstacle">
      <Icon name={STEP_ICONS[obstacle] ?? 'lock'} size={28} />
      <Text className="t16 strong" ariaRole="status">
        {t(`wallet.obstacle.${obstacle}`, values)}
      </Text>
      <Text className="muted t13">{textOf()}</Text>
      {wayOut && isOffered(wayOut.page) ? (
        <Button size="medium" onClick={() => openPage(wayOut.page)}>
          {t(wayOut.key)}
        </Button>
      ) : null}
    </Card>
  )
})

/** When the obstacle ends without anybody's doing, epoch ms. */
function opensAtMs(obstacle: Obstacle, terms: WithdrawalTerms, nowMs: number): number | undefined {
  if (obstacle === 'dayUsedUp') return nextDayMs(nowMs)
  const ends: Partial<Record<Obstacle, string | null | undefined>> = {
    fresh: terms.payableFrom,
    locked: terms.tradePasswordLockedUntil,
    held: terms.hold?.until,
  }
  const at = ends[obstacle]
  return at ? Date.parse(at) : undefined
}
