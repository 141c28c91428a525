import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Verification } from '../../../contract/verification'
import { Card } from '../../components/Card'
import type { IconName } from '../../components/Icon'
import { ListRow } from '../../components/ListRow'
import { Tag, type TagProps } from '../../components/Tag'
import { useCustomerService } from '../../connected/useCustomerService'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { LANGUAGES } from '../../i18n/languages'
import { openPage } from '../../platform/navigation'
import { isOffered, type PageUrl } from '../../routes'
import { ALL_ALERTS } from '../../stores/AlertsStore'
import { useLate, useStores } from '../../stores/StoresContext'

interface Row {
  icon: IconName
  key: PlainKey
  page: PageUrl
}

/** What the money did. */
const MONEY: readonly Row[] = [
  { icon: 'results', key: 'title.results', page: '/pages/results/results' },
  { icon: 'savings', key: 'title.savings', page: '/pages/money/money' },
  { icon: 'record', key: 'title.capitalRecord', page: '/pages/money-record/money-record' },
  { icon: 'deposit', key: 'title.depositDetails', page: '/pages/withdraw-list/withdraw-open' },
  { icon: 'withdraw', key: 'title.withdrawalDetails', page: '/pages/withdraw-list/withdraw-list' },
  { icon: 'document', key: 'title.statement', page: '/pages/statement/statement' },
]
/** What the user has set up. */
const ACCOUNT: readonly Row[] = [
  { icon: 'id', key: 'title.verification', page: '/pages/verify/verify' },
  { icon: 'card', key: 'title.payoutAccount', page: '/pages/account/account' },
  { icon: 'hourglass', key: 'title.limits', page: '/pages/limits/limits' },
  { icon: 'settings', key: 'title.settings', page: '/pages/set/set' },
]

/** The pages that the personal centre leads to: money, the account, and news and help. */
export const UserMenu = observer(function UserMenu() {
  const { account, preferences } = useStores()
  const openService = useCustomerService()
  const t = useT()
  const verified = account.figures?.verified
  const values: { [page in PageUrl]?: ReactNode } = {
    '/pages/verify/verify': verified === undefined ? undefined : <Verified verified={verified} />,
    '/pages/set/set': LANGUAGES[preferences.locale].name,
  }
  const rows = (group: readonly Row[]) =>
    group
      .filter(({ page }) => isOffered(page))
      .map(({ icon, key, page }) => (
        <ListRow key={page} icon={icon} title={t(key)} value={values[page]} onClick={() => openPage(page)} />
      ))
  return (
    <>
      <View className="user__menu">
        <Card kind="list">{rows(MONEY)}</Card>
      </View>
      <View className="user__menu">
        <Card kind="list">{rows(ACCOUNT)}</Card>
      </View>
      <View className="user__menu">
        <Card kind="list">
          <MessagesRow />
          <AlertsRow />
          <ListRow icon="help" title={t('common.customerService')} onClick={openService} />
        </Card>
      </View>
    </>
  )
})

const UNDER_REVIEW = { key: 'profile.underReview', tone: 'warn' } as const
const STATES: Partial<Record<Verification['status'], { key: PlainKey; tone: NonNullable<TagProps['tone']> }>> = {
  submitted: UNDER_REVIEW,
  under_verification: UNDER_REVIEW,
  rejected: { key: 'profile.rejected', tone: 'down' },
}

/** The state of the identity: of one that is not verified, that of the submission. */
const Verified = observer(function Verified({ verified }: { verified: boolean }) {
  const t = useT()
  const { current } = useLate().verification
  useReload(() => current.refresh(), { topics: ['verification'], when: !verified })
  const state = !verified && current.value ? STATES[current.value.status] : undefined
  if (state) return <Tag tone={state.tone}>{t(state.key)}</Tag>
  return <Text>{t(verified ? 'profile.verified' : 'profile.notVerified')}</Text>
})

/** Shows how many alerts wait; a tap opens the sheet that lists them. */
const AlertsRow = observer(function AlertsRow() {
  const { alerts } = useLate()
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
  const { messages } = useLate()
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
