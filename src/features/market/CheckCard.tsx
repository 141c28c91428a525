import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ShownResult } from '../../../contract/shownResult'
import { Drawing, lineOf } from '../../components/Drawing'
import { Icon } from '../../components/Icon'
import { ProductIcon } from '../../components/ProductIcon'
import { useServerNow } from '../../connected/useServerNow'
import { isSimulatedMarket } from '../../domain/labels'
import { aheadOf, stripOf } from '../../domain/proof/strip'
import { useT } from '../../i18n'
import { showClock, showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import type { OpenCheck } from '../../stores/openChecks'
import { useStores } from '../../stores/StoresContext'
import { callWords, termsWords } from './callWords'
import './CheckCard.scss'

/** A result as somebody tells it, and once this device has verified it, what came of that. */
export type Told = ShownResult & Partial<Pick<OpenCheck, 'holds' | 'ms'>>

export interface CheckCardProps {
  check: Told
  /** Says what it is, e.g. an example order of the house. */
  note: string
  /** Whether it is in the logs of the house, as orders do. */
  isLogged: boolean
}

/** A result with its prices, and what this device has verified of it. Until then nothing is ticked off. */
export const CheckCard = observer(function CheckCard({ check, note, isLogged }: CheckCardProps) {
  const t = useT()
  const format = useFormat()
  const { market, preferences, session } = useStores()
  const { symbol, entry, exit, ticks, durationSeconds, head, closedAt, holds } = check
  const { way, call } = callWords(t, check)
  const clock = showClock(check.acceptedAt, preferences.timeZone, { seconds: true })
  const state = holds === undefined ? 'waits' : holds ? 'holds' : 'failed'
  const step = (text: string, evidence: string) => (
    <Step isDone={state === 'holds'} evidence={evidence}>
      {text}
    </Step>
  )
  return (
    <View className="check-card">
      <View className="check-card__body">
        <View className="check-card__head">
          <ProductIcon symbol={symbol} url={market.summaryOf(symbol)?.iconUrl} />
          <View className="fills">
            <View className="check-card__pair">
              <Text className="strong">{market.nameOf(symbol)}</Text>
              <Text className="check-card__direction">{way}</Text>
            </View>
            {/* In two rows, however long ago it was: the card would grow when a minute is over. */}
            <View className="muted t12">
              <Text className="block">{note}</Text>
              {closedAt === undefined ? null : <Settled at={closedAt} />}
            </View>
          </View>
        </View>
        <Course check={check} />
        <View className="check-card__prices num">
          <Text className="strong">{entry ? format.number(entry.price) : '–'}</Text>
          <Text className="muted t12">{t('check.seconds', { seconds: durationSeconds })}</Text>
          <Text className="strong">{exit ? format.number(exit.price) : '–'}</Text>
        </View>
        {state === 'failed' ? null : (
          <>
            <Text className="check-card__call">{call}</Text>
            <View ariaRole="list">
              {step(termsWords(t, isSimulatedMarket(session.appInfo?.feed ?? '')), clock)}
              {step(t('check.complete'), `#${ticks[0]?.sequence ?? 0}–${ticks[ticks.length - 1]?.sequence ?? 0}`)}
              {isLogged ? step(t('check.log'), `#${head}`) : null}
            </View>
          </>
        )}
      </View>
      <View className={`check-card__foot check-card__foot--${state}`} ariaRole="status">
        <Icon name={state === 'failed' ? 'close' : 'shield'} size={18} />
        <Text>
          {holds ? t('check.done', { ms: check.ms ?? 1 }) : t(holds === false ? 'check.failed' : 'check.waits')}
        </Text>
      </View>
    </View>
  )
})

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long ago it was settled, counting on; an old one has its date and time. */
const Settled = observer(function Settled({ at }: { at: number }) {
  const t = useT()
  const { preferences } = useStores()
  const seconds = Math.max(1, Math.floor((useServerNow(1_000) - at) / 1_000))
  const time =
    seconds < MINUTE
      ? t('trade.seconds', { count: seconds })
      : t('trade.minutes', { count: Math.floor(seconds / MINUTE) })
  return (
    <View className="check-card__settled num">
      {seconds < HOUR ? t('check.settled', { time }) : showDateTime(at, preferences.timeZone)}
    </View>
  )
})

function Step({ isDone, evidence, children }: { isDone: boolean; evidence: string; children: ReactNode }) {
  return (
    <View className={isDone ? 'check-card__step check-card__step--done' : 'check-card__step'} ariaRole="listitem">
      <View className="check-card__tick middle">
        <Icon name="check" size={14} />
      </View>
      <Text className="fills">{children}</Text>
      <Text className="check-card__evidence muted t12 num">{evidence}</Text>
    </View>
  )
}

/**
 * The prices from the entry to the exit over the level of the entry, tinted where the call is ahead; the words around it
 * say the same.
 */
function Course({ check: { ticks, entry: from, exit: to, direction } }: { check: ShownResult }) {
  const strip = stripOf(ticks, from?.sequence, to?.sequence)
  if (!strip) return null
  const { entry, exit, path, points } = strip
  const ahead = entry && aheadOf(entry, direction)
  // A line back at the level closes the area, and the inner drawing shows what is ahead of the level.
  const area =
    ahead &&
    `<svg y="${ahead.top}" height="${ahead.height}" viewBox="0 ${ahead.top} 100 ${ahead.height}" preserveAspectRatio="none"><path d="${path}V${entry.y}H${points[0]?.x}Z" fill="currentColor"/></svg>`
  return (
    <View className="check-card__course" aria-hidden>
      {entry ? <View className="check-card__level" style={{ top: `${entry.y}%` }} /> : null}
      {area ? <Drawing className="check-card__line check-card__line--ahead" body={area} /> : null}
      <Drawing
        className="check-card__line"
        body={lineOf(path, 2, 'vector-effect="non-scaling-stroke" stroke-linecap="round"')}
      />
      {[entry, exit].map((end) =>
        end ? <View key={end.x} className="check-card__drop" style={{ left: `${end.x}%`, top: `${end.y}%` }} /> : null,
      )}
      {entry ? <View className="check-card__dot" style={{ left: `${entry.x}%`, top: `${entry.y}%` }} /> : null}
      {exit ? (
        <View className="check-card__dot check-card__dot--exit" style={{ left: `${exit.x}%`, top: `${exit.y}%` }} />
      ) : null}
    </View>
  )
}
