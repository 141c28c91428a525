import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { WithdrawalTerms } from '../../../contract/withdrawals'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { formatDateTime } from '../../domain/time'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import type { Obstacle } from './withdrawForm'

const WAY_OUT: Partial<Record<Obstacle, { key: string; page: PageUrl }>> = {
  notVerified: { key: 'wallet.obstacle.goVerify', page: '/pages/verify/verify' },
  noAccount: { key: 'wallet.obstacle.goBind', page: '/pages/account/account' },
}

/** Why no money can leave now, and the way out as a button. */
export const ObstacleNotice = observer(function ObstacleNotice(props: { obstacle: Obstacle; terms: WithdrawalTerms }) {
  const t = useT()
  const { preferences } = useStores()
  const { obstacle, terms } = props
  const at = (instant: string | null) => (instant === null ? '' : formatDateTime(instant, preferences.timeZone))
  const time = at(obstacle === 'fresh' ? terms.payableFrom : terms.tradePasswordLockedUntil)
  const wayOut = WAY_OUT[obstacle]
  return (
    <Card className="obstacle">
      <Icon name={obstacle === 'notVerified' ? 'id' : obstacle === 'noAccount' ? 'card' : 'lock'} size={28} />
      <Text className="t16 strong" ariaRole="status">
        {t(`wallet.obstacle.${obstacle}`, { time })}
      </Text>
      <Text className="muted t13">{t(`wallet.obstacle.${obstacle}Text`)}</Text>
      {wayOut ? (
        <Button size="medium" onClick={() => openPage(wayOut.page)}>
          {t(wayOut.key)}
        </Button>
      ) : null}
    </Card>
  )
})
