import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { LoginRecord } from '../../../contract/accounts'
import { Card } from '../../components/Card'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { Tag } from '../../components/Tag'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { deviceParts } from '../../domain/labels'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useLate, useStores } from '../../stores/StoresContext'
import './LoginsScreen.scss'

/** Sign-ins with device and address, in addition to the sessions still open (PRODUCT.md 9.4). */
export const LoginsScreen = observer(function LoginsScreen() {
  const { auth } = useLate()
  const { logins } = auth
  const t = useT()
  useReload(() => logins.refresh(), { topics: ['messages'] })
  return (
    <PullToRefresh onRefresh={() => logins.refresh()} refreshingText={t('common.loading')}>
      <View className="logins pad">
        <Text className="logins__note">{t('settings.logins.note')}</Text>
        <PagedItems
          list={logins}
          loading={<Skeleton shape="row" count={4} />}
          empty={<EmptyState icon="clock" title={t('settings.logins.empty')} text={t('settings.logins.emptyText')} />}
          endNote={t('settings.logins.notYou')}
        >
          {(items) => (
            <Card kind="list">
              <View ariaRole="list">
                {items.map((entry) => (
                  <LoginLine key={entry.id} entry={entry} />
                ))}
              </View>
            </Card>
          )}
        </PagedItems>
      </View>
    </PullToRefresh>
  )
})

const LoginLine = observer(function LoginLine({ entry }: { entry: LoginRecord }) {
  const { preferences } = useStores()
  const t = useT()
  const { outcome } = entry
  const parts = deviceParts(entry.device)
  return (
    <View className="login-line line" ariaRole="listitem">
      <View className="fills">
        <Text className="block t16">{parts ? t('settings.sessions.device', parts) : entry.device}</Text>
        <Text className="login-line__note num">{showDateTime(entry.at, preferences.timeZone, { seconds: true })}</Text>
        <Text className="login-line__note num">{t('message.address', { address: entry.address })}</Text>
      </View>
      {outcome === 'signed_in' ? null : (
        <Tag tone={outcome === 'second_factor_wrong' ? 'warn' : 'brand'}>{t(`settings.logins.${outcome}`)}</Tag>
      )}
    </View>
  )
})
