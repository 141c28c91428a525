import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { IconButton } from '../../components/IconButton'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import { FIRST_STEPS, type FirstStep } from '../../stores/FirstStepsStore'
import { useStores } from '../../stores/StoresContext'
import './FirstSteps.scss'

const STEPS: Record<FirstStep, { icon: IconName; url: PageUrl }> = {
  guide: { icon: 'document', url: '/pages/index/detail' },
  order: { icon: 'swap', url: '/pages/Detail/Detail' },
  limit: { icon: 'hourglass', url: '/pages/limits/limits' },
  identity: { icon: 'id', url: '/pages/verify/verify' },
}

/** Cards beyond the edge, which the keyboard must reach, too. */
const SCROLLS = { tabIndex: 0 }

/** The next steps of a new user, with the ones already done; hidden when all are done or dismissed. */
export const FirstSteps = observer(function FirstSteps() {
  const t = useT()
  const { firstSteps, market, session } = useStores()
  const { open } = firstSteps
  if (open.length === 0) return null
  const done = FIRST_STEPS.length - open.length
  const isDemo = session.appInfo?.funds === 'demo'
  const noteOf = (step: FirstStep) =>
    step === 'order' && isDemo ? 'home.steps.orderDemo' : (`home.steps.${step}Note` as const)
  const go = (step: FirstStep) => {
    if (step === 'guide') firstSteps.openGuide()
    const symbol = step === 'order' ? (market.recommended[0]?.symbol ?? '') : undefined
    openPage(STEPS[step].url, { symbol })
  }
  return (
    <View className="first-steps">
      <View className="row home__slot-head">
        <Text className="strong" ariaRole="heading" aria-level={2}>
          {t('home.steps.title', { done, all: FIRST_STEPS.length })}
        </Text>
        <IconButton icon="close" size={18} label={t('home.steps.dismiss')} onClick={() => firstSteps.dismiss()} />
      </View>
      <View
        className="home__slides swipe"
        ariaRole="group"
        aria-label={t('home.steps.title', { done, all: FIRST_STEPS.length })}
        {...SCROLLS}
      >
        {[...open, ...FIRST_STEPS.filter((step) => firstSteps.isDone(step))].map((step) => (
          <Card key={step} className="home__slide first-steps__step" onClick={() => go(step)}>
            <View className="first-steps__icon middle">
              <Icon name={firstSteps.isDone(step) ? 'check' : STEPS[step].icon} size={20} />
            </View>
            <View className="first-steps__words fills">
              <Text className="strong t13">{t(`home.steps.${step}`)}</Text>
              <Text className="muted t12">{t(firstSteps.isDone(step) ? 'home.steps.done' : noteOf(step))}</Text>
            </View>
          </Card>
        ))}
      </View>
    </View>
  )
})
