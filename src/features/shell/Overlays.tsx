import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { ConfirmDialog } from '../../components/ConfirmDialog'
import { classNames } from '../../components/classNames'
import { Toast } from '../../components/Toast'
import { DevTools } from '../../dev/DevTools'
import { CHECKS_PRIVACY } from '../../platform/privacy'
import { insets } from '../../platform/system'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { PrivacySheet } from './PrivacySheet'
import { ResultPlace } from './ResultPlace'
import { ServiceSheet } from './ServiceSheet'
import { SessionReminder } from './SessionReminder'

const TOAST_GAP = 8
const TOASTS = classNames('screen__toasts', process.env.TARO_ENV === 'weapp' && 'screen__toasts--top')

/** Toasts and the open question, over the page in front only. */
export const Overlays = observer(function Overlays() {
  const { ui } = useStores()
  const shown = usePageShown()
  if (!shown) return null
  return (
    <>
      <View className={TOASTS} style={belowBar()} aria-live="polite">
        <ResultPlace />
        {ui.toasts.map((toast) => (
          <Toast
            key={toast.id}
            text={toast.text}
            tone={toast.tone}
            since={toast.since}
            onDone={() => ui.dismissToast(toast.id)}
            onOpen={toast.open}
          />
        ))}
      </View>
      <ServiceSheet />
      {CHECKS_PRIVACY ? <PrivacySheet /> : null}
      <DevTools />
      <SessionReminder />
      {ui.confirmation ? <ConfirmDialog {...ui.confirmation} onAnswer={(yes) => ui.settle(yes)} /> : null}
    </>
  )
})

/** Under WeChat's own row; elsewhere the style sheet knows the place. */
function belowBar(): { top: string } | undefined {
  const { top, navigationHeight } = insets()
  return navigationHeight === 0 ? undefined : { top: `${top + navigationHeight + TOAST_GAP}px` }
}
