import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { SessionEntry } from '../../../contract/accounts'
import { Button } from '../../components/Button'
import { ListRow } from '../../components/ListRow'
import { Sheet } from '../../components/Sheet'
import { Skeleton } from '../../components/Skeleton'
import { Tag } from '../../components/Tag'
import { Loaded } from '../../connected/Loaded'
import { deviceParts } from '../../domain/labels'
import { useT } from '../../i18n'
import { formatRelativeTime } from '../../i18n/age'
import { showDateTime } from '../../i18n/days'
import { labelled } from '../../i18n/sentences'
import { useLate } from '../../stores/StoresContext'
import './SessionsRow.scss'
import { useOneAtATime } from '../../connected/useOneAtATime'

/** Where the user is logged in, with a way to end each other session (PRODUCT.md 9.4). */
export const SessionsRow = observer(function SessionsRow() {
  const { auth } = useLate()
  const t = useT()
  const [open, setOpen] = useState(false)
  const handleOpen = () => {
    setOpen(true)
    void auth.sessions.refresh()
  }
  const title = t('settings.sessions.title')
  return (
    <>
      <ListRow icon="phone" title={title} onClick={handleOpen} />
      <Sheet open={open} onClose={() => setOpen(false)} title={title} closeLabel={t('common.close')}>
        <SessionList />
      </Sheet>
    </>
  )
})

const SessionList = observer(function SessionList() {
  const { auth } = useLate()
  return (
    <Loaded from={auth.sessions} loading={<Skeleton shape="row" count={2} />}>
      {(entries) => (
        <View ariaRole="list">
          {entries.map((entry) => (
            <SessionLine key={entry.id} entry={entry} />
          ))}
        </View>
      )}
    </Loaded>
  )
})

const SessionLine = observer(function SessionLine({ entry }: { entry: SessionEntry }) {
  const { auth, connection, preferences, ui } = useLate()
  const t = useT()
  const { busy: ending, run } = useOneAtATime()
  const parts = deviceParts(entry.device)
  const device = parts ? t('settings.sessions.device', parts) : entry.device
  const handleEnd = async () => {
    const yes = await ui.confirm({
      title: t('settings.sessions.endTitle'),
      text: t('settings.sessions.endText', { device }),
      confirmLabel: t('settings.sessions.end'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (!yes) return
    const result = await run(() => auth.endSession(entry.id))
    if (!result) return
    if (result.ok) ui.toast(t('common.done'), 'success')
    else ui.toast(t(`errors.${result.error.code}`), 'error')
  }
  const seen = formatRelativeTime(entry.lastSeenAt, connection.serverNow(), t, preferences.timeZone)
  return (
    <View className="session-line line" ariaRole="listitem">
      <View className="session-line__text fills">
        <Text className="block t16">{device}</Text>
        <Text className="session-line__note">{t('settings.sessions.lastSeen', { time: seen })}</Text>
        <Text className="session-line__note num">
          {t('settings.sessions.since', { time: showDateTime(entry.createdAt, preferences.timeZone) })}
        </Text>
      </View>
      {entry.current ? (
        <Tag>{t('settings.sessions.current')}</Tag>
      ) : (
        <Button
          tone="secondary"
          size="medium"
          block={false}
          loading={ending}
          label={labelled(t('settings.sessions.end'), device)}
          onClick={handleEnd}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </View>
  )
})
