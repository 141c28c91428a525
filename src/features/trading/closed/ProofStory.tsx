import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { CheckList } from '../../../components/CheckList'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { useOneByOne } from '../../../components/useOneByOne'
import { useShownAmount } from '../../../connected/Amount'
import type { FailureCode, Loadable } from '../../../domain/loadable'
import { STEPS } from '../../../domain/proof/story'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { type CheckedReceipt, isSound } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { historyText, problemText } from './problemText'
import { TimeNote } from './TimeNote'
import './ProofStory.scss'
import { DeviceNote, RestoreNote, SignedNote, SimulatedNote, WitnessNote } from './StoryNotes'
import type { StoryFacts } from './storyFacts'
import { passedSteps, storyRows } from './storyRows'
import { VERDICT_WORDS, verdictOf } from './verdict'

export interface ProofStoryProps {
  facts: StoryFacts
  state: Loadable<CheckedReceipt>
  onAgain: () => void
  /** At the end, once the check is over: what can be done with the proof. */
  children?: React.ReactNode
}

/** How a result was decided, in five steps that this device has checked, and what that does not prove (PRODUCT.md 1.1). */
export const ProofStory = observer(function ProofStory({ facts, state, onAgain, children }: ProofStoryProps) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const shownAmount = useShownAmount()
  const checked = state.kind === 'ready' ? state.value : undefined
  const shown = useOneByOne(STEPS.length, checked !== undefined)
  const words = { t, format, zone: preferences.timeZone, shown: shownAmount }
  const states = {
    waiting: t('orders.proof.checking'),
    passed: t('orders.proof.verified'),
    failed: t('orders.proof.broken'),
    unknown: t('orders.proof.unchecked'),
  }
  return (
    <View className="story">
      <Head state={state} shown={shown} onAgain={onAgain} />
      <View className="story__body">
        {state.kind === 'failed' ? <NotReached code={state.code} onAgain={onAgain} /> : null}
        {checked ? <Problems checked={checked} /> : null}
        <CheckList
          label={t('orders.proof.title')}
          rows={storyRows(facts, state.kind === 'failed' ? 'unknown' : checked, shown, words)}
          states={states}
        />
        {checked && isSound(checked) ? <Limits checked={checked} onAgain={onAgain} /> : null}
        {/* Those above would push them. */}
        {checked || state.kind === 'failed' ? children : null}
      </View>
    </View>
  )
})

interface HeadProps extends Pick<ProofStoryProps, 'state' | 'onAgain'> {
  /** How many of the checks are told already. */
  shown: number
}

/**
 * The verdict, once the last check is told: it claims nothing before its evidence. A result that does not hold is red, one
 * that is not verified yet is amber.
 */
const Head = observer(function Head({ state, shown, onAgain }: HeadProps) {
  const t = useT()
  const checked = state.kind === 'ready' ? state.value : undefined
  const tone = checked && shown === STEPS.length ? verdictOf(checked) : 'open'
  const title =
    tone === 'open'
      ? t(state.kind === 'failed' ? 'orders.proof.unchecked' : 'orders.proof.checking')
      : t(VERDICT_WORDS[tone])
  return (
    <View className={classNames('story__head', `story__head--${tone}`)}>
      <Icon name={tone === 'broken' ? 'warning' : 'shield'} size={28} />
      <Text className="story__title" ariaRole="status">
        {title}
      </Text>
      {checked ? (
        <Text className="story__passed t13 num">
          {t('orders.story.passed', { passed: passedSteps(checked, shown), all: STEPS.length })}
        </Text>
      ) : null}
      {tone === 'open' ? null : (
        <Button className="story__again" tone="plain" size="medium" block={false} onClick={onAgain}>
          {t('orders.story.again')}
        </Button>
      )}
    </View>
  )
})

function NotReached({ code, onAgain }: { code: FailureCode; onAgain: () => void }) {
  const t = useT()
  return (
    <View className="story__unreached row">
      <Text className="muted t13">{t(`errors.${code}`)}</Text>
      <Button tone="plain" size="medium" block={false} onClick={onAgain}>
        {t('common.retry')}
      </Button>
    </View>
  )
}

/** The problem in words, and the next step. */
function Problems({ checked: { check, history } }: { checked: CheckedReceipt }) {
  const t = useT()
  const format = useFormat()
  const texts = [
    ...check.problems.map((problem) => problemText(problem, t, format)),
    ...(history ? [historyText(history, t)] : []),
  ]
  if (texts.length === 0) return null
  return (
    <View className="story__problems stack gap-6" ariaRole="alert">
      {[...new Set(texts)].map((text) => (
        <Text key={text} className="problem t14">
          {text}
        </Text>
      ))}
      <Text className="muted t13">{t('orders.proof.whatToDo')}</Text>
    </View>
  )
}

/** The limits of the proof: last, and in the same plain words. */
function Limits({ checked, onAgain }: { checked: CheckedReceipt; onAgain: () => void }) {
  const t = useT()
  return (
    <View className="story__limits">
      <View className="story__limits-head line gap-8">
        <Icon name="info" size={18} />
        <Text className="strong t13" ariaRole="heading" aria-level={3}>
          {t('orders.story.limits')}
        </Text>
      </View>
      {checked.restored ? <RestoreNote restored={checked.restored} /> : null}
      <DeviceNote checked={checked} />
      <WitnessNote checked={checked} onAgain={onAgain} />
      <SignedNote checked={checked} />
      <SimulatedNote checked={checked} />
      <TimeNote tied={checked.tied} unfixedMs={checked.unfixedMs} isSigned={checked.check.signed !== undefined} />
    </View>
  )
}
