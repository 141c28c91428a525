import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Direction } from '../../../contract/orders'
import { cutOf } from '../../components/cutOf'
import { Icon } from '../../components/Icon'
import { useServerNow } from '../../connected/useServerNow'
import { isSimulatedMarket } from '../../domain/labels'
import { useT } from '../../i18n'
import { showClock, showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import type { PlainKey } from '../../i18n/keys'
import type { OpenCheck } from '../../stores/openChecks'
import { useStores } from '../../stores/StoresContext'
import './CheckCard.scss'
import { ProductIcon } from '../../components/ProductIcon'

export interface CheckCardProps {
  check: OpenCheck
  /** Says what it is, e.g. an example order of the house. */
  note: string
  /** Whether it is in the logs of the house, as orders do. */
  isLogged: boolean
}

const WORDS = { up: { key: 'guess.higher', sign: '▲' }, down: { key: 'guess.lower', sign: '▼' } } as const

const CALLS = {
  up: { won: 'check.upWon', lost: 'check.upLost', tie: 'check.equal', void: 'check.noResult' },
  down: { won: 'check.downWon', lost: 'check.downLost', tie: 'check.equal', void: 'check.noResult' },
} as const

/** A result with its prices, and what this device has verified of it. */
export const CheckCard = observer(function CheckCard({ check, note, isLogged }: CheckCardProps) {
  const t = useT()
  const format = useFormat()
  const { market, preferences, session } = useStores()
  const { symbol, direction, verdict, span, seconds, head, ms, closedAt } = check
  const word = WORDS[direction]
  // Of a simulated market, the operator knows the prices beforehand.
  const isSimulated = isSimulatedMarket(session.appInfo?.feed ?? '')
  const steps: [PlainKey, string][] = [
    [
      isSimulated ? 'check.terms' : 'check.signed',
      showClock(check.acceptedAt, preferences.timeZone, { seconds: true }),
    ],
    ['check.complete', `#${span[0]}–${span[1]}`],
    ...(isLogged ? [['check.log', `#${head}`] as [PlainKey, string]] : []),
  ]
  return (
    <View className="check-card">
      <View className="check-card__body">
        <View className="check-card__head">
          <ProductIcon symbol={symbol} url={market.summaryOf(symbol)?.iconUrl} />
          <View className="fills">
            <View className="check-card__pair">
              <Text className="strong">{market.nameOf(symbol)}</Text>
              <Text className="check-card__direction">{`${word.sign} ${t(word.key)}`}</Text>
            </View>
            <View className="check-card__pair muted t12">
              <Text>{note}</Text>
              {closedAt === undefined ? null : <Settled at={closedAt} />}
            </View>
          </View>
        </View>
        <Course check={check} />
        <View className="check-card__prices num">
          <Text className="strong">{verdict.entry ? format.number(verdict.entry.price) : '–'}</Text>
          <Text className="muted t12">{t('check.seconds', { seconds })}</Text>
          <Text className="strong">{verdict.exit ? format.number(verdict.exit.price) : '–'}</Text>
        </View>
        {check.holds ? <Text className="check-card__call">{t(CALLS[direction][verdict.status])}</Text> : null}
        {check.holds ? (
          <View ariaRole="list">
            {steps.map(([key, evidence]) => (
              <Step key={key} evidence={evidence}>
                {t(key)}
              </Step>
            ))}
          </View>
        ) : null}
      </View>
      <View
        className={check.holds ? 'check-card__foot' : 'check-card__foot check-card__foot--failed'}
        ariaRole="status"
      >
        <Icon name={check.holds ? 'shield' : 'close'} size={18} />
        <Text>{check.holds ? t('check.done', { ms }) : t('check.failed')}</Text>
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

function Step({ evidence, children }: { evidence: string; children: ReactNode }) {
  return (
    <View className="check-card__step" ariaRole="listitem">
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
function Course({ check: { strip, direction } }: { check: OpenCheck }) {
  if (!strip) return null
  const { entry, exit, path, points } = strip
  const line = `<path d='${path}' fill='none' stroke='#000' stroke-width='2' vector-effect='non-scaling-stroke' stroke-linejoin='round' stroke-linecap='round'/>`
  const area = entry && `<path d='${path}V${entry.y}H${points[0]?.x}Z'/>`
  return (
    <View className="check-card__course" aria-hidden>
      {entry ? <View className="check-card__level" style={{ top: `${entry.y}%` }} /> : null}
      {entry && area ? <Ahead level={entry.y} direction={direction} area={area} /> : null}
      <View className="check-card__line cut" style={cutOf(line)} />
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

interface AheadProps {
  /** Height of the entry, in percent from the top. */
  level: number
  direction: Direction
  /** Between the prices and the level. */
  area: string
}

/** The part of the area on the side of the level that the call needs. */
function Ahead({ level, direction, area }: AheadProps) {
  const isUp = direction === 'up'
  const height = isUp ? level : 100 - level
  if (height <= 0) return null
  const whole = { height: `${10_000 / height}%`, top: isUp ? '0' : `${(-100 * level) / height}%` }
  return (
    <View className="check-card__ahead" style={{ top: isUp ? '0' : `${level}%`, height: `${height}%` }}>
      <View className="check-card__line check-card__line--area cut" style={{ ...cutOf(area), ...whole }} />
    </View>
  )
}
