import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { SectionHead } from '../../components/SectionHead'
import { Skeleton } from '../../components/Skeleton'
import { Toggle } from '../../components/Toggle'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import type { MessageGroup } from '../../stores/MessagesStore'
import { useLate } from '../../stores/StoresContext'

const GROUPS: readonly MessageGroup[] = ['orders', 'alerts', 'deposits', 'withdrawals', 'verification', 'savings']

/** Which messages the user wants (PRODUCT.md 15.5). Those about security cannot be muted. */
export const NotificationSettings = observer(function NotificationSettings() {
  const t = useT()
  const { messages } = useLate()
  const { preferences } = messages
  const { state } = preferences
  // Each change sends the whole list, so two at a time would undo each other.
  const { run } = useOneAtATime()
  useEffect(() => {
    void preferences.refresh()
  }, [preferences])
  return (
    <>
      <SectionHead>{t('notify.title')}</SectionHead>
      <Card kind="list">
        {state.kind === 'ready' ? (
          GROUPS.map((group) => <GroupSwitch key={group} group={group} muted={state.value.muted} run={run} />)
        ) : state.kind === 'failed' ? (
          <ListRow
            title={t('common.loadFailed')}
            note={t(`errors.${state.code}`)}
            value={
              <Button tone="plain" size="medium" block={false} onClick={() => void preferences.refresh()}>
                {t('common.retry')}
              </Button>
            }
          />
        ) : (
          <Skeleton shape="row" count={GROUPS.length} />
        )}
        <ListRow title={t('notify.security')} note={t('notify.securityNote')} value={t('notify.always')} />
      </Card>
    </>
  )
})

interface GroupSwitchProps {
  group: MessageGroup
  muted: readonly string[]
  run: ReturnType<typeof useOneAtATime>['run']
}

const GroupSwitch = observer(function GroupSwitch(props: GroupSwitchProps) {
  const { group, run } = props
  const t = useT()
  const { messages, ui } = useLate()
  const label = t(`notify.${group}`)
  const handleChange = async (on: boolean) => {
    const answer = await run(() => messages.setMuted(group, !on))
    if (!answer) return
    if (answer.ok) ui.toast(t('common.saved'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  return (
    <View className="settings__switch">
      <Text className="settings__name block t16">{label}</Text>
      <Toggle label={label} checked={!props.muted.includes(group)} onChange={handleChange} />
    </View>
  )
})
