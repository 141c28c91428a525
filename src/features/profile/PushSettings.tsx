import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { PushCategory } from '../../../contract/push'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { SectionHead } from '../../components/SectionHead'
import { Toggle } from '../../components/Toggle'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { pushSupport } from '../../platform/push'
import { useLate } from '../../stores/StoresContext'

const LABELS = {
  results: 'notify.orders',
  alerts: 'notify.alerts',
  money: 'notify.push.money',
  security: 'notify.security',
  announcements: 'notify.push.announcements',
} as const satisfies Record<PushCategory, PlainKey>
const CATEGORIES = Object.keys(LABELS) as PushCategory[]
const CANNOT = {
  none: 'notify.push.unsupported',
  home_screen: 'notify.push.homeScreen',
  denied: 'notify.push.denied',
  apple: 'notify.push.apple',
} as const

/** Pushes to this browser, by category (PRODUCT.md 15.6); nothing in WeChat, or if the server sends none. */
export const PushSettings = observer(function PushSettings() {
  const t = useT()
  const { push, session } = useLate()
  const isOffered = process.env.TARO_ENV === 'h5' && session.appInfo?.pushKey !== undefined
  useEffect(() => {
    if (isOffered) void push.state.refresh()
  }, [push, isOffered])
  // Each change sends the whole list, so two at a time would undo each other.
  const { run } = useOneAtATime()
  if (!isOffered) return null
  const isOn = push.state.value?.subscribed === true
  return (
    <>
      <SectionHead>{t('notify.push.title')}</SectionHead>
      <Card kind="list">
        <DeviceSwitch isOn={isOn} />
        {isOn ? CATEGORIES.map((category) => <CategorySwitch key={category} category={category} run={run} />) : null}
      </Card>
    </>
  )
})

/** Asks the browser for its permission after the tap, and says what stands in the way. */
const DeviceSwitch = observer(function DeviceSwitch({ isOn }: { isOn: boolean }) {
  const t = useT()
  const { push, session, ui } = useLate()
  const support = pushSupport(session.appInfo?.pushToApple)
  const [isBusy, setBusy] = useState(false)
  const turnOn = async () => {
    const problem = await push.turnOn()
    if (problem === undefined) ui.toast(t('common.saved'), 'success')
    else if (problem === 'denied' || problem === 'failed') ui.toast(t(`notify.push.${problem}`), 'error')
    else ui.toast(t(`errors.${problem}`), 'error')
  }
  const turnOff = async () => {
    const answer = await push.turnOff()
    if (answer.ok) ui.toast(t('common.saved'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  const handleChange = async (on: boolean) => {
    if (isBusy) return
    setBusy(true)
    await (on ? turnOn() : turnOff())
    setBusy(false)
  }
  const label = t('notify.push.device')
  if (support !== 'ready' && !isOn) return <ListRow title={label} note={t(CANNOT[support])} />
  return (
    <ListRow
      title={label}
      note={t('notify.push.note')}
      value={<Toggle label={label} checked={isOn} onChange={(on) => void handleChange(on)} />}
    />
  )
})

interface CategorySwitchProps {
  category: PushCategory
  run: ReturnType<typeof useOneAtATime>['run']
}

const CategorySwitch = observer(function CategorySwitch({ category, run }: CategorySwitchProps) {
  const t = useT()
  const { push, ui } = useLate()
  const label = t(LABELS[category])
  const handleChange = async (on: boolean) => {
    const answer = await run(() => push.setOn(category, on))
    if (!answer) return
    if (answer.ok) ui.toast(t('common.saved'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  const isOn = !push.state.value?.off.includes(category)
  return (
    <View className="settings__switch">
      <Text className="settings__name block t16">{label}</Text>
      <Toggle label={`${t('notify.push.title')}: ${label}`} checked={isOn} onChange={(on) => void handleChange(on)} />
    </View>
  )
})
