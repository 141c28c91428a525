import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { IconButton } from '../../components/IconButton'
import { ListRow } from '../../components/ListRow'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import { FIRST_STEPS, type FirstStep } from '../../stores/FirstStepsStore'
import { useLate } from '../../stores/StoresContext'
import { FirstOrder } from './FirstOrder'
import './FirstSteps.scss'

const STEPS: Record<FirstStep, { icon: IconName; url: PageUrl }> = {
  guide: { icon: 'document', url: '/pages/index/detail' },
  order: { icon: 'swap', url: '/pages/Detail/Detail' },
  limit: { icon: 'hourglass', url: '/pages/limits/limits' },
  identity: { icon: 'id', url: '/pages/verify/verify' },
}

/** Cards beyond the edge, which the keyboard must reach, too. */
const SCROLLS = { tabIndex: 0 }

/** What a step says, and where it leads. For observers. */
function useSteps() {
  const { firstSteps, market, session } = useLate()
  const isDemo = session.appInfo?.funds === 'demo'
  const noteOf = (step: FirstStep) =>
    step === 'order' && isDemo ? ('home.steps.orderDemo' as const) : (`home.steps.${step}Note` as const)
  const go = (step: FirstStep) => {
    if (step === 'guide') firstSteps.openGuide()
    const symbol = step === 'order' ? (market.recommended[0]?.symbol ?? '') : undefined
    openPage(STEPS[step].url, { symbol })
  }
  return { noteOf, go }
}

/** The steps that are left, for the personal centre. */
export const StepsCard = observer(function StepsCard() {
  const t = useT()
  const { open } = useLate().firstSteps
  const { noteOf, go } = useSteps()
  if (open.length === 0) return null
  const title = t('home.steps.title', { done: FIRST_STEPS.length - open.length, all: FIRST_STEPS.length })
  return (
    <View className="user__menu">
      <Text className="block strong first-steps__title" ariaRole="heading" aria-level={2}>
        {title}
      </Text>
      <Card kind="list">
        {open.map((step) => (
          <ListRow
            key={step}
            icon={STEPS[step].icon}
            title={t(`home.steps.${step}`)}
            note={t(noteOf(step))}
            onClick={() => go(step)}
          />
        ))}
      </Card>
    </View>
  )
})

/** The first order of a new user, and the next steps with the ones already done; hidden when all are done or dismissed. */
export const FirstSteps = observer(function FirstSteps() {
  const t = useT()
  const { firstSteps } = useLate()
  const { noteOf, go } = useSteps()
  const { open } = firstSteps
  if (open.length === 0) return null
  const done = FIRST_STEPS.length - open.length
  return (
    <View className="first-steps">
      <View className="row home__slot-head">
        <Text className="strong" ariaRole="heading" aria-level={2}>
          {t('home.steps.title', { done, all: FIRST_STEPS.length })}
        </Text>
        <IconButton icon="close" size={18} label={t('home.steps.dismiss')} onClick={() => firstSteps.dismiss()} />
      </View>
      <FirstOrder />
      <View
        className="home__slides swipe"
        ariaRole="group"
        aria-label={t('home.steps.title', { done, all: FIRST_STEPS.length })}
        {...SCROLLS}
      >
        {[...open, ...FIRST_STEPS.filter((step) => firstSteps.isDone(step))]
          .filter((step) => step !== 'order')
          .map((step) => (
            <Card key={step} className="home__slide line" onClick={() => go(step)}>
              <View className="first-steps__icon middle">
                <Icon name={firstSteps.isDone(step) ? 'check' : STEPS[step].icon} size={20} />
              </View>
              <View className="first-steps__words column fills">
                <Text className="strong t13">{t(`home.steps.${step}`)}</Text>
                <Text className="muted t12">{t(firstSteps.isDone(step) ? 'home.steps.done' : noteOf(step))}</Text>
              </View>
            </Card>
          ))}
      </View>
    </View>
  )
})
