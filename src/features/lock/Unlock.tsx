import { Text, View } from '@tarojs/components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { useLogOut } from '../../connected/useLogOut'
import { useT } from '../../i18n'
import { askDevice } from '../../platform/deviceUnlock'
import { goBack } from '../../platform/navigation'
import { noteSeen, readAppLock, writeAppLock } from '../../stores/persistence/appLock'
import { useStores } from '../../stores/StoresContext'
import { PinEntry } from './PinEntry'
import { tryPin } from './pin'
import './lock.scss'

/** The PIN, or the device's own way, before anything of the user is shown. */
export function Unlock() {
  const t = useT()
  const { session } = useStores()
  const logOut = useLogOut()
  const open = useCallback(() => {
    noteSeen(Date.now())
    session.unlock()
    goBack()
  }, [session])
  const [error, setError] = useState<string | undefined>(undefined)
  const [isLeaving, setLeaving] = useState(false)
  const [device] = useState(() => readAppLock()?.device ?? '')
  const asked = useRef(false)
  const ask = useCallback(async () => {
    if (!(await askDevice(device))) return
    const lock = readAppLock()
    if (lock) writeAppLock({ ...lock, wrong: 0 })
    open()
  }, [device, open])
  useEffect(() => {
    if (device === '' || asked.current) return
    asked.current = true
    void ask()
  }, [device, ask])
  const handlePin = async (pin: string) => {
    const tried = await tryPin(pin)
    if (tried.kind === 'right') return open()
    if (tried.kind === 'over') return logOut()
    setError(t('lock.wrong', { count: tried.left }))
  }
  return (
    <View className="lock stack">
      <View className="lock__head">
        <Icon name="lock" size={32} />
        <Text className="t20 strong" ariaRole="heading" aria-level={1}>
          {t('lock.enter')}
        </Text>
      </View>
      <PinEntry label={t('lock.pin')} error={error} onPin={handlePin} />
      {device === '' ? null : (
        <Button tone="secondary" onClick={() => void ask()}>
          {t('lock.byDevice')}
        </Button>
      )}
      {isLeaving ? (
        <Button tone="danger" onClick={logOut}>
          {t('settings.logOut')}
        </Button>
      ) : (
        <Button tone="plain" size="medium" onClick={() => setLeaving(true)}>
          {t('lock.forgot')}
        </Button>
      )}
    </View>
  )
}
