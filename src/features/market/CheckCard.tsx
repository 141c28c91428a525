import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
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

/** The rule's verdict on the price itself: a lost order "down" ends higher. */
function moveKey({ verdict: { status }, direction }: OpenCheck): PlainKey {
  if (status === 'void') return 'check.noResult'
  if (status === 'tie') return 'check.equal'
  return (status === 'won') === (direction === 'up') ? 'check.higher' : 'check.lower'
}

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
    [moveKey(check), ''],
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
              <Text className={`check-card__direction ${direction}`}>{`${word.sign} ${t(word.key)}`}</Text>
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

/** The prices from the entry to the exit over the level of the entry; the words around it say the same. */
function Course({ check: { strip, verdict } }: { check: OpenCheck }) {
  if (!strip) return null
  const { entry, exit, path, points } = strip
  const line = `<path d='${path}' fill='none' stroke='#000' stroke-width='2' vector-effect='non-scaling-stroke' stroke-linejoin='round' stroke-linecap='round'/>`
  const area = entry && `<path d='${path}V${entry.y}H${points[0]?.x}Z'/>`
  const rises = verdict.status !== 'void' && entry && exit && exit.y < entry.y
  const move = !entry || !exit || entry.y === exit.y ? 'level' : rises ? 'up' : 'down'
  return (
    <View className={`check-card__course check-card__course--${move}`} aria-hidden>
      {entry ? <View className="check-card__level" style={{ top: `${entry.y}%` }} /> : null}
      {area ? <View className="check-card__line check-card__line--area cut" style={cutOf(area)} /> : null}
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
