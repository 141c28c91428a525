import { Button as PlatformButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { ConfirmDialog } from '../../components/ConfirmDialog'
import { classNames } from '../../components/classNames'
import { Sheet } from '../../components/Sheet'
import { Toast } from '../../components/Toast'
import { useShownAmount } from '../../connected/Amount'
import { serviceLink } from '../../connected/useCustomerService'
import { useOpenLink } from '../../connected/useOpenLink'
import { DevTools } from '../../dev/DevTools'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { HAS_PLATFORM_SERVICE } from '../../platform/customerService'
import { openPage } from '../../platform/navigation'
import { CHECKS_PRIVACY } from '../../platform/privacy'
import { insets } from '../../platform/system'
import { usePageShown } from '../../platform/usePageShown'
import { useLate, useStores } from '../../stores/StoresContext'
import { PrivacySheet } from './PrivacySheet'
import { ResultPlace } from './ResultPlace'

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

/** How to reach customer service if its link cannot open: WeChat's own chat, the link, or a hint. */
const ServiceSheet = observer(function ServiceSheet() {
  const t = useT()
  const { session, ui } = useStores()
  const link = serviceLink(session)
  const openLink = useOpenLink()
  const close = () => ui.showService(false)
  const handleLink = () => {
    if (link !== undefined) openLink(link)
    close()
  }
  return (
    <Sheet open={ui.serviceShown} onClose={close} title={t('common.customerService')} closeLabel={t('common.close')}>
      <Text className="screen__service">{t(link ? 'service.withLink' : 'profile.customerServiceText')}</Text>
      <View className="stack">
        {HAS_PLATFORM_SERVICE ? (
          <PlatformButton className="button button--primary button--large button--block" openType="contact">
            {t('service.chat')}
          </PlatformButton>
        ) : null}
        {link ? (
          <Button tone="secondary" onClick={handleLink}>
            {t('service.link')}
          </Button>
        ) : null}
      </View>
    </Sheet>
  )
})

/** Says how long the session has lasted, and its results. It blocks the app until the user answers. */
const SessionReminder = observer(function SessionReminder() {
  const { sessionTime } = useLate()
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  if (!sessionTime.isDue) return null
  const { activity } = sessionTime
  const handleAnswer = (goesOn: boolean) => {
    sessionTime.answer()
    if (!goesOn) openPage('/pages/limits/limits')
  }
  return (
    <ConfirmDialog
      title={t('limits.reminder.title', { count: sessionTime.minutes })}
      text={
        activity &&
        t('limits.reminder.text', {
          orders: format.number(String(activity.orders)),
          result: shown(format.signed(activity.profitLoss)),
        })
      }
      confirmLabel={t('limits.reminder.go')}
      cancelLabel={t('title.limits')}
      onAnswer={handleAnswer}
    />
  )
})
