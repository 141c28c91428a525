import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Card } from '../../components/Card'
import type { IconName } from '../../components/Icon'
import { ListRow } from '../../components/ListRow'
import { Sheet } from '../../components/Sheet'
import { useT } from '../../i18n'
import { LANGUAGE_NAMES } from '../../i18n/languageNames'
import { openExternal } from '../../platform/external'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'

const MONEY_ROWS: readonly { icon: IconName; key: string; page: PageUrl }[] = [
  { icon: 'card', key: 'title.payoutAccount', page: '/pages/account/account' },
  { icon: 'id', key: 'title.verification', page: '/pages/verify/verify' },
  { icon: 'positions', key: 'title.capitalRecord', page: '/pages/money-record/money-record' },
  { icon: 'deposit', key: 'title.depositDetails', page: '/pages/withdraw-list/withdraw-open' },
  { icon: 'withdraw', key: 'title.withdrawalDetails', page: '/pages/withdraw-list/withdraw-list' },
]

/** Where the personal centre leads. */
export const UserMenu = observer(function UserMenu() {
  const { account, preferences } = useStores()
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
          <ListRow icon="bell" title={t('title.messages')} onClick={() => openPage('/pages/message/message')} />
          <CustomerService />
          <ListRow
            icon="settings"
            title={t('title.settings')}
            value={LANGUAGE_NAMES[preferences.locale]}
            onClick={() => openPage('/pages/set/set')}
          />
        </Card>
      </View>
    </>
  )
})

/** Opens the link held in the session (spec.md, section 1); without one, says whom to ask. */
const CustomerService = observer(function CustomerService() {
  const { session } = useStores()
  const t = useT()
  const [open, setOpen] = useState(false)
  const handleClick = () => {
    if (!openExternal(session.kefuUrl)) setOpen(true)
  }
  return (
    <>
      <ListRow icon="help" title={t('profile.customerService')} onClick={handleClick} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('profile.customerService')}
        closeLabel={t('common.close')}
      >
        <Text className="user__contact">{t('profile.customerServiceText')}</Text>
      </Sheet>
    </>
  )
})
