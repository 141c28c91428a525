import { Text, Textarea, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { typedCode } from '../../../../contract/typedText'
import { Banner } from '../../../components/Banner'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Fact } from '../../../components/Fact'
import { ListRow } from '../../../components/ListRow'
import { TextField } from '../../../components/TextField'
import { failed, IDLE, LOADING, type Loadable, ready } from '../../../domain/loadable'
import { useT } from '../../../i18n'
import { FIELD_ROOM } from '../../../platform/keyboard'
import { pageUrl } from '../../../platform/navigation'
import { type FileProblem, openTextFile } from '../../../platform/textFile'
import { useShare } from '../../../platform/useShare'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useLate, useStores } from '../../../stores/StoresContext'
import { Course } from '../closed/Course'
import { ProofStory } from '../closed/ProofStory'
import { problemText } from '../closed/problemText'
import { factsOfReceipt } from '../closed/storyFacts'
import { directionText } from '../directions'
import { durationText } from '../words'
import { WitnessesCard } from './WitnessesCard'
import './CheckScreen.scss'
import { useFormat } from '../../../i18n/format'

/**
 * Checks a receipt of anyone, signed out, with the same code as the app checks its own. `code` is that of a link or a QR
 * code: the result is fetched by it and comes first. A result that its user does not share needs its file. `seen` is the
 * state of the log that the link names.
 */
export const CheckScreen = observer(function CheckScreen({ code, seen = '' }: { code: string; seen?: string }) {
  const t = useT()
  const { proof } = useLate()
  useShare({
    title: t('orders.check.title'),
    url: pageUrl('/pages/check/check', { code: code || undefined, seen: seen || undefined }),
  })
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<FileProblem | undefined>(undefined)
  const [state, setState] = useState<Loadable<CheckedReceipt>>(IDLE)
  const [typed, setTyped] = useState(code)
  const take = async (asked: ReturnType<typeof proof.checkFile>) => {
    setState(LOADING)
    const answer = await asked
    setState(answer.ok ? ready(answer.value) : failed(answer.error.code))
  }
  const check = (file: string) => take(proof.checkFile(file, seen))
  const fetchBy = (wanted: string) => take(proof.checkShared(wanted, seen))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the code of the address
  useEffect(() => {
    setTyped(code)
    if (code !== '') void fetchBy(code)
  }, [code])
  const handleFile = async () => {
    const file = await openTextFile()
    setProblem(typeof file === 'string' ? file : undefined)
    if (typeof file !== 'object') return
    setText(file.text)
    await check(file.text)
  }
  const found = <Found state={state} code={typed} onAgain={() => void (text === '' ? fetchBy(typed) : check(text))} />
  return (
    <View className="check-page stack columns">
      {code === '' ? null : found}
      <Card className="stack">
        <Text className="t16 strong" ariaRole="heading" aria-level={2}>
          {t('orders.check.title')}
        </Text>
        <Text className="muted">{t('orders.check.text')}</Text>
        <TextField
          label={t('orders.share.code')}
          placeholder="7K3Q-9X2T-AB4C"
          className="num"
          value={typed}
          onChange={setTyped}
          onConfirm={() => void fetchBy(typed)}
        />
        <Button disabled={typed.trim() === ''} loading={state.kind === 'loading'} onClick={() => void fetchBy(typed)}>
          {t('orders.check.run')}
        </Button>
      </Card>
      <Card kind="list">
        <ListRow icon="document" title={t('orders.check.file')} onClick={() => void handleFile()} />
      </Card>
      {problem ? <Text ariaRole="alert">{t(`orders.check.${problem}`)}</Text> : null}
      <Card className="stack">
        <Textarea
          className="check-page__paste"
          value={text}
          maxlength={-1}
          placeholder={t('orders.check.paste')}
          placeholderClass="muted"
          cursorSpacing={FIELD_ROOM}
          aria-label={t('orders.check.paste')}
          onInput={(event) => setText(event.detail.value)}
        />
        <Button
          tone="secondary"
          disabled={text.trim() === ''}
          loading={state.kind === 'loading'}
          onClick={() => void check(text)}
        >
          {t('orders.check.runPasted')}
        </Button>
      </Card>
      {code === '' ? found : null}
      <WitnessesCard />
      <Card kind="soft">
        <Text className="strong t13" ariaRole="heading" aria-level={2}>
          {t('orders.check.believeTitle')}
        </Text>
        <Text className="muted t13 check-page__believe">{t('orders.check.believe')}</Text>
      </Card>
    </View>
  )
})

/** As people may copy it: without dashes, in small letters. */
const lettersOf = (code: string) =>
  typedCode(code)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

interface FoundProps {
  state: Loadable<CheckedReceipt>
  code: string
  onAgain: () => void
}

const Found = observer(function Found({ state, code, onAgain }: FoundProps) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  if (state.kind === 'failed') {
    const isUnknown = state.code === 'not_found' || state.code === 'invalid_request'
    return <Banner tone="warn" text={t(isUnknown ? 'orders.check.unknown' : `errors.${state.code}`)} />
  }
  if (state.kind === 'loading') {
    return (
      <Card>
        <Text ariaRole="status">{t('orders.proof.checking')}</Text>
      </Card>
    )
  }
  if (state.kind !== 'ready') return null
  const checked = state.value
  if (checked.check.verdict === null) {
    const [problem] = checked.check.problems
    return <Banner tone="warn" text={problem ? problemText(problem, t, format) : t('orders.proof.broken')} />
  }
  const { order } = checked.receipt
  const facts = factsOfReceipt(checked.receipt)
  const isSame = lettersOf(checked.code) === lettersOf(code)
  return (
    <>
      {code === '' ? null : (
        <Banner tone={isSame ? 'brand' : 'warn'} text={t(isSame ? 'orders.check.same' : 'orders.check.other')} />
      )}
      <Card>
        <Text className="muted t13">
          {[
            market.nameOf(order.symbol),
            directionText(order.direction, t),
            durationText(order.durationSeconds, t),
          ].join(' · ')}
        </Text>
        <Fact
          label={t(`orders.status.${order.status}`)}
          strong
        >{`${format.signed(facts.profitLoss)} ${order.currency}`}</Fact>
        <Fact label={t('orders.detail.number')}>
          <Text className="fact__id">{order.number}</Text>
        </Fact>
        <Fact label={t('orders.share.code')}>{checked.code}</Fact>
        <Course facts={facts} checked={checked} loading={false} />
      </Card>
      <ProofStory facts={facts} state={state} onAgain={onAgain} />
    </>
  )
})
