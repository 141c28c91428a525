import { Button, Space } from 'antd'
import { useState } from 'react'
import { t } from '../texts'

const STEPS = [1, 1.5, 2, 3, 4] as const
const HEIGHT = 360

/** A photo that is rotated by 90° fits into a square, so that no part of it is cut off. */
const upright = (scale: number) => ({ width: HEIGHT * scale, height: HEIGHT * scale, margin: '0 auto' })

/** A photo that can be turned and enlarged in its place, so that the typed values stay next to it. */
export function Photo({ src, name }: { src: string; name: string }) {
  const [turn, setTurn] = useState(0)
  const [step, setStep] = useState(0)
  const scale = STEPS[step] ?? 1
  const button = (label: string, isOver: boolean, onClick: () => void) => (
    <Button size="small" disabled={isOver} aria-label={`${t(`photo/${label}`)}: ${name}`} onClick={onClick}>
      {t(`photo/${label}`)}
    </Button>
  )
  return (
    <figure style={{ margin: 0 }}>
      <figcaption>{name}</figcaption>
      {/* Reached by keyboard: an enlarged photo scrolls. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached. */}
      <section className="photo" aria-label={name} tabIndex={0} style={{ height: HEIGHT }}>
        <div style={turn % 2 === 0 ? { width: `${scale * 100}%`, height: `${scale * 100}%` } : upright(scale)}>
          <img
            src={src}
            alt={name}
            style={{ width: '100%', height: '100%', objectFit: 'contain', transform: `rotate(${turn * 90}deg)` }}
          />
        </div>
      </section>
      <Space wrap style={{ marginTop: 8 }}>
        {button('left', false, () => setTurn(turn - 1))}
        {button('right', false, () => setTurn(turn + 1))}
        {button('nearer', step === STEPS.length - 1, () => setStep(step + 1))}
        {button('farther', step === 0, () => setStep(step - 1))}
      </Space>
    </figure>
  )
}
