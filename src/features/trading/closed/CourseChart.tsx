import { View } from '@tarojs/components'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { createFrameLoop, type FrameLoop } from '../../../components/chart/frameLoop'
import { stepTo } from '../../../components/chart/stepTo'
import { type Drawing, nextCanvasId, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { nearestPoint } from './courseScene'
import { type CourseContent, drawCourse, placeAt } from './drawCourse'

/** As high as its skeleton (Course.scss). */
const HEIGHT = 136

export interface CourseChartProps extends Omit<CourseContent, 'pointed' | 'readout' | 'playing'> {
  /** The screen reader's text of the whole. */
  label: string
  /** The text in the bubble of a price: its number, time and price. */
  readoutOf: (index: number) => string
  /** Index of the price that a replay has reached. */
  played: number | undefined
  /** A user asks for a price, which ends a replay. */
  onAsk: () => void
}

interface CourseDrawing extends Drawing {
  loop: FrameLoop
}

/** The course of an order, whose prices a finger, a pointer or the arrow keys read one by one. */
export function CourseChart(props: CourseChartProps) {
  const { scene, whole, direction, colors, label, readoutOf, played, onAsk } = props
  const [id] = useState(nextCanvasId)
  const [asked, setAsked] = useState<number | undefined>(undefined)
  const pointed = played ?? asked
  const readout = pointed === undefined ? '' : readoutOf(pointed)
  const playing = played !== undefined
  const content = useMemo(
    () => ({ scene, whole, direction, colors, pointed, readout, playing }),
    [scene, whole, direction, colors, pointed, readout, playing],
  )
  const latest = useRef({ content, onAsk })
  latest.current = { content, onAsk }
  const canvas = useCanvasDrawing(id, (first): CourseDrawing => {
    let surface = first
    const loop = createFrameLoop(() => drawCourse(surface, latest.current.content))
    loop.invalidate()
    const ask = (x: number) => {
      latest.current.onAsk()
      setAsked(nearestPoint(latest.current.content.scene, placeAt(x, surface.width)))
    }
    const clear = () => setAsked(undefined)
    return {
      loop,
      input: {
        down: (_, x) => ask(x),
        move: (_, x) => ask(x),
        up: clear,
        cancel: clear,
        hover: ask,
        leave: clear,
      },
      setSurface(next) {
        surface = next
        loop.invalidate()
      },
      dispose: loop.dispose,
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is another picture
  useEffect(() => canvas.drawing.current?.loop.invalidate(), [canvas.drawing, content])

  const handleKeyDown = (event: { key: string; preventDefault(): void }) => {
    const next = stepTo(event.key, pointed ?? scene.exit, { first: scene.entry, last: scene.exit })
    if (next === undefined) return
    event.preventDefault()
    onAsk()
    setAsked(next === 'none' ? undefined : next)
  }
  // A mini program has no keyboard, so Taro's types know nothing of one.
  const keyboard = { tabIndex: 0, onKeyDown: handleKeyDown, onBlur: () => setAsked(undefined) }
  return (
    <View
      className="course__chart"
      ariaRole="slider"
      aria-label={label}
      aria-valuemin={scene.entry + 1}
      aria-valuemax={scene.exit + 1}
      aria-valuenow={(pointed ?? scene.exit) + 1}
      aria-valuetext={readoutOf(pointed ?? scene.exit)}
      {...keyboard}
    >
      <ChartCanvas id={id} canvas={canvas} height={HEIGHT} background={colors.background} />
    </View>
  )
}
