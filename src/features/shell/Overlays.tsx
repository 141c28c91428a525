import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { ConfirmDialog } from '../../components/ConfirmDialog'
import { Toast } from '../../components/Toast'
import { DevTools } from '../../dev/DevTools'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { ResultBanner } from './ResultBanner'
import { ServiceSheet } from './ServiceSheet'

/** Toasts and the question at hand, over the page in front only. */
export const Overlays = observer(function Overlays() {
  const { ui } = useStores()
  const shown = usePageShown()
  if (!shown) return null
  return (
    <>
      <View className="screen__toasts" aria-live="polite">
        <ResultBanner />
        {ui.toasts.map((toast) => (
          <Toast key={toast.id} text={toast.text} tone={toast.tone} onDone={() => ui.dismissToast(toast.id)} />
        ))}
      </View>
      <ServiceSheet />
      <DevTools />
      {ui.confirmation ? <ConfirmDialog {...ui.confirmation} onAnswer={(yes) => ui.settle(yes)} /> : null}
    </>
  )
})
