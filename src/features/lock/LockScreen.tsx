import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/StoresContext'
import { LockSettings } from './LockSettings'
import { Unlock } from './Unlock'

/** Asks for the PIN while the app is locked; else the settings of the lock. */
export const LockScreen = observer(function LockScreen() {
  const { session } = useStores()
  return session.isLocked ? <Unlock /> : <LockSettings />
})
