import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import type { IconName } from '../../components/Icon'
import { ListRow } from '../../components/ListRow'
import { Tag } from '../../components/Tag'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { LANGUAGES } from '../../i18n/languages'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import { ALL_ALERTS } from '../../stores/AlertsStore'
import { useStores } from '../../stores/StoresContext'

const MONEY_ROWS: readonly { icon: IconName; key: PlainKey; page: PageUrl }[] = [
  { icon: 'card', key: 'title.payoutAccount', page: '/pages/account/account' },
  { icon: 'id', key: 'title.verification', page: '/pages/verify/verify' },
  { icon: 'results', key: 'title.results', page: '/pages/results/results' },
  { icon: 'savings', key: 'title.savings', page: '/pages/money/money' },
  { icon: 'record', key: 'title.capitalRecord', page: '/pages/money-record/money-record' },
  { icon: 'deposit', key: 'title.depositDetails', page: '/pages/withdraw-list/withdraw-open' },
  { icon: 'withdraw', key: 'title.withdrawalDetails', page: '/pages/withdraw-list/withdraw-list' },
  { icon: 'document', key: 'title.statement', page: '/pages/statement/statement' },
  { icon: 'hourglass', key: 'title.limits', page: '/pages/limits/limits' },
]

/** The pages that the personal centre leads to. */
export const UserMenu = observer(function UserMenu() {
  const { account, preferences } = useStores()
  const openService = useCustomerService()
  const t = useT()
  const verified = account.figures?.verified
  const state = verified === undefined ? undefined : t(verified ? 'profile.verified' : 'profile.notVerified')
  return (
    <>
      <View className="user__menu">
        <Card kind="list">
          {MONEY_ROWS.map(({ icon, key, page }) => (
            <ListRow
              key={page}
              icon={icon}
              title={t(key)}
              value={page === '/pages/verify/verify' ? state : undefined}
              onClick={() => openPage(page)}
            />
          ))}
        </Card>
      </View>
      <View className="user__menu">
        <Card kind="list">
          <MessagesRow />
          <AlertsRow />
          <ListRow icon="help" title={t('common.customerService')} onClick={openService} />
          <ListRow
            icon="settings"
            title={t('title.settings')}
            value={LANGUAGES[preferences.locale].name}
            onClick={() => openPage('/pages/set/set')}
          />
        </Card>
      </View>
    </>
  )
})

/** Shows how many alerts wait; a tap opens the sheet that lists them. */
const AlertsRow = observer(function AlertsRow() {
  const { alerts } = useStores()
  const t = useT()
  const count = alerts.waiting.length
  return (
    <ListRow
      icon="alert"
      title={t('alerts.title')}
      value={count > 0 ? count : undefined}
      onClick={() => alerts.show(ALL_ALERTS)}
    />
  )
})

/** Shows how many messages are unread, e.g. "2 new". */
const MessagesRow = observer(function MessagesRow() {
  const { messages } = useStores()
  const t = useT()
  const { unread } = messages
  return (
    <ListRow
      icon="bell"
      title={t('title.messages')}
      value={unread > 0 ? <Tag>{t('message.new', { count: unread })}</Tag> : undefined}
      onClick={() => openPage('/pages/message/message')}
    />
  )
})
