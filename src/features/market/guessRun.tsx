import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Direction } from '../../../contract/orders'
import { CountdownRing } from '../../components/CountdownRing'
import { useServerNow } from '../../connected/useServerNow'
import { useWatched } from '../../connected/useWatched'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { createGuess } from '../../stores/GuessStore'
import { useStores } from '../../stores/StoresContext'
import { CheckCard } from './CheckCard'
import { GuessFace } from './GuessFace'

const RING_STEP_MS = 250

/** A guess from its first tap on; it comes in its own file. */
export const GuessRun = observer(function GuessRun({ symbol, direction }: { symbol: string; direction: Direction }) {
  const t = useT()
  const stores = useStores()
  const [guess] = useState(() => createGuess(stores))
  useEffect(() => void guess.run(symbol, direction), [guess, symbol, direction])
  const { state } = guess
  const isFree = state.kind === 'done' || state.kind === 'failed'
  const answer = state.kind === 'done' ? t(OUTCOMES[state.check.status]) : undefined
  const foot = state.kind === 'failed' ? t(state.why === 'busy' ? 'guess.busy' : 'guess.unsure') : t('guess.free')
  return (
    <>
      <GuessFace onChoose={isFree ? (...choice) => void guess.run(...choice) : undefined} foot={foot} answer={answer}>
        {state.kind === 'running' ? <Running {...state.signed.terms} /> : undefined}
      </GuessFace>
      {state.kind === 'done' ? (
        <View className="guess__outcome">
          <CheckCard check={state.check} note={t('guess.yours')} isLogged={false} />
        </View>
      ) : null}
    </>
  )
})

const OUTCOMES = { won: 'guess.right', lost: 'guess.wrong', tie: 'guess.equal', void: 'guess.noResult' } as const

interface RunningProps {
  symbol: string
  direction: Direction
  durationSeconds: number
  acceptedAt: number
}

/** The terms of a right guess. The first price that the stream brings after it counts, as far as this page knows. */
const Running = observer(function Running({ symbol, direction, durationSeconds, acceptedAt }: RunningProps) {
  const t = useT()
  const format = useFormat()
  useWatched([symbol])
  const quote = useStores().market.quoteOf(symbol)
  const [entry, setEntry] = useState<string>()
  if (entry === undefined && quote && quote.at > acceptedAt) setEntry(quote.price)
  const leftMs = Math.max(0, acceptedAt + durationSeconds * 1_000 - useServerNow(RING_STEP_MS))
  const text = String(Math.ceil(leftMs / 1_000))
  const price = entry === undefined ? '' : format.number(entry)
  const line = direction === 'up' ? t('guess.above', { price }) : t('guess.below', { price })
  return (
    <>
      <CountdownRing
        totalMs={durationSeconds * 1_000}
        leftMs={leftMs}
        text={text}
        label={t('check.seconds', { seconds: text })}
      />
      <Text className="guess__running num">
        {leftMs === 0 ? t('guess.checking') : entry === undefined ? t('guess.waiting') : line}
      </Text>
    </>
  )
})
