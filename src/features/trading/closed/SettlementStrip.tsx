import { View } from '@tarojs/components'
import type { Strip, StripPoint } from '../../../domain/proof/strip'

/** Prices from the entry to the exit; the words beside it say the same to users who cannot see it. */
export function SettlementStrip({ strip, label }: { strip: Strip; label: string }) {
  const line = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' preserveAspectRatio='none'><path d='${strip.path}' fill='none' stroke='#000' stroke-width='2' vector-effect='non-scaling-stroke' stroke-linejoin='round' stroke-linecap='round'/></svg>`
  const image = `url("data:image/svg+xml,${encodeURIComponent(line)}")`
  return (
    <View className="strip" ariaRole="img" aria-label={label}>
      <View className="strip__line" style={{ WebkitMaskImage: image, maskImage: image }} />
      <Mark point={strip.entry} kind="entry" />
      <Mark point={strip.exit} kind="exit" />
    </View>
  )
}

function Mark({ point, kind }: { point: StripPoint | undefined; kind: 'entry' | 'exit' }) {
  if (!point) return null
  const style = { left: `${point.x}%`, top: `${point.y}%` }
  return <View className={`strip__mark strip__mark--${kind}`} style={style} />
}
