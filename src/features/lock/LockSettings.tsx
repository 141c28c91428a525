import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { Segmented } from '../../components/Segmented'
import { Toggle } from '../../components/Toggle'
import { useLogOut } from '../../connected/useLogOut'
import { useT } from '../../i18n'
import { canUnlockByDevice, setUpDevice } from '../../platform/deviceUnlock'
import { type AppLock, noteSeen, readAppLock, removeAppLock, writeAppLock } from '../../stores/persistence/appLock'
import { useStores } from '../../stores/StoresContext'
import { PinEntry } from './PinEntry'
import { setPin, tryPin } from './pin'
import './lock.scss'

const MINUTE_MS = 60_000
/** Minutes that the app may be away. */
const CHOICES = [1, 5, 15, 60]

/** Turns the lock on and off, and sets after what time the app asks (PRODUCT.md 9.10). */
export function LockSettings() {
  const t = useT()
  const [lock, setLock] = useState(readAppLock)
  const [step, setStep] = useState<'none' | 'on' | 'off'>('none')
  const done = () => {
    setLock(readAppLock())
    setStep('none')
  }
  if (step === 'on') return <NewPin onDone={done} />
  if (step === 'off') return <TurnOff onDone={done} />
  return (
    <View className="lock stack">
      <Text className="lock__text block soft t14">{t('lock.text')}</Text>
      {lock ? (
        <>
          <Choices lock={lock} onChange={setLock} />
          <Button tone="secondary" onClick={() => setStep('off')}>
            {t('security.turnOff')}
          </Button>
        </>
      ) : (
        <Button onClick={() => setStep('on')}>{t('lock.turnOn')}</Button>
      )}
    </View>
  )
}

/** The same PIN twice. */
function NewPin({ onDone }: { onDone: () => void }) {
  const { ui } = useStores()
  const t = useT()
  const [first, setFirst] = useState<string | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const handlePin = async (pin: string) => {
    if (first === undefined) return setFirst(pin)
    if (pin !== first) {
      setFirst(undefined)
      return setError(t('lock.differs'))
    }
    noteSeen(Date.now())
    const isKept = await setPin(pin, (CHOICES[0] ?? 1) * MINUTE_MS)
    ui.toast(t(isKept ? 'common.saved' : 'lock.notKept'), isKept ? 'success' : 'error')
    onDone()
  }
  const title = t(first === undefined ? 'lock.newPin' : 'lock.repeat')
  return (
    <View className="lock stack">
      <Text className="lock__head t16 strong" ariaRole="status">
        {title}
      </Text>
      <PinEntry key={title} label={t('lock.pin')} error={error} onPin={handlePin} />
    </View>
  )
}

/** Only who knows the PIN may; whoever guesses too often is logged out. */
function TurnOff({ onDone }: { onDone: () => void }) {
  const { ui } = useStores()
  const logOut = useLogOut()
  const t = useT()
  const [error, setError] = useState<string | undefined>(undefined)
  const handlePin = async (pin: string) => {
    const tried = await tryPin(pin)
    if (tried.kind === 'wrong') return setError(t('lock.wrong', { count: tried.left }))
    if (tried.kind === 'right') {
      removeAppLock()
      ui.toast(t('common.saved'), 'success')
      return onDone()
    }
    logOut()
  }
  return (
    <View className="lock stack">
      <Text className="lock__head t16 strong">{t('lock.enter')}</Text>
      <PinEntry label={t('lock.pin')} error={error} onPin={handlePin} />
    </View>
  )
}

function Choices({ lock, onChange }: { lock: AppLock; onChange: (lock: AppLock) => void }) {
  const { session } = useStores()
  const t = useT()
  const [hasDevice, setHasDevice] = useState(false)
  useEffect(() => {
    void canUnlockByDevice().then(setHasDevice)
  }, [])
  const change = (changes: Partial<AppLock>) => {
    const next = { ...(readAppLock() ?? lock), ...changes }
    if (writeAppLock(next)) onChange(next)
  }
  const setDevice = async (on: boolean) =>
    change({ device: on ? ((await setUpDevice(session.userInfo?.account ?? '')) ?? '') : '' })
  return (
    <>
      <Text className="lock__label block t14">{t('lock.after')}</Text>
      <Segmented
        label={t('lock.after')}
        value={String(lock.afterMs / MINUTE_MS)}
        onChange={(minutes) => change({ afterMs: Number(minutes) * MINUTE_MS })}
        options={CHOICES.map((minutes) => ({ value: String(minutes), label: t('limits.minutes', { count: minutes }) }))}
      />
      {hasDevice ? (
        <Card kind="list">
          <ListRow
            icon="lock"
            title={t('lock.byDevice')}
            arrow={false}
            value={
              <Toggle label={t('lock.byDevice')} checked={lock.device !== ''} onChange={(on) => void setDevice(on)} />
            }
          />
        </Card>
      ) : null}
    </>
  )
}
