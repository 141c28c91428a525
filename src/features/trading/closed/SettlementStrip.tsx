import { View } from '@tarojs/components'
import { cutOf } from '../../../components/cutOf'
import type { Strip, StripPoint } from '../../../domain/proof/strip'
import './SettlementStrip.scss'

export interface SettlementStripProps {
  strip: Strip
  /** Its color: that of the result. */
  tone: 'up' | 'down' | 'level'
  label: string
}

/**
 * Prices from before the entry to after the exit, with the level of the entry, so that one sees why it ended as it did. The
 * words next to it say the same to users who cannot see it.
 */
export function SettlementStrip({ strip, tone, label }: SettlementStripProps) {
  const { entry, exit, points } = strip
  const from = entry ? points.findIndex(({ x, y }) => x === entry.x && y === entry.y) : 0
  const to = exit ? points.findIndex(({ x, y }) => x === exit.x && y === exit.y) : points.length - 1
  const course = points.slice(from, to + 1)
  const [first, last] = [course[0], course[course.length - 1]]
  return (
    <View className={`strip strip--${tone}`} ariaRole="img" aria-label={label}>
      <Layer name="around" body={`<path d='${strip.path}' ${STROKE}/>`} />
      {entry && first && last ? (
        <>
          <Layer
            name="area"
            body={`<path d='${pathOf(course)}L${last.x} ${entry.y}L${first.x} ${entry.y}Z' fill='#000'/>`}
          />
          <View className="strip__level" style={{ top: `${entry.y}%` }} />
          <Layer name="course" body={`<path d='${pathOf(course)}' ${STROKE}/>`} />
        </>
      ) : null}
      <Mark point={entry} kind="entry" />
      <Mark point={exit} kind="exit" />
    </View>
  )
}

const STROKE =
  "fill='none' stroke='#000' stroke-width='2' vector-effect='non-scaling-stroke' stroke-linejoin='round' stroke-linecap='round'"

const pathOf = (points: readonly StripPoint[]) => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`

function Layer({ name, body }: { name: 'around' | 'area' | 'course'; body: string }) {
  return <View className={`strip__layer strip__layer--${name} cut`} style={cutOf(body)} />
}

function Mark({ point, kind }: { point: StripPoint | undefined; kind: 'entry' | 'exit' }) {
  if (!point) return null
  const style = { left: `${point.x}%`, top: `${point.y}%` }
  return <View className={`strip__mark strip__mark--${kind}`} style={style} />
}
