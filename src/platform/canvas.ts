import Taro from '@tarojs/taro'

export interface CanvasHandle {
  context: CanvasRenderingContext2D
  /** In CSS pixels. */
  width: number
  height: number
  /** Device pixels per CSS pixel; the canvas is already sized and scaled by it. */
  ratio: number
}

const MAX_RATIO = 3

/** Finds the `<Canvas type="2d" id=…>` and makes it as sharp as the screen; undefined while it has no size. */
export function openCanvas(id: string): Promise<CanvasHandle | undefined> {
  return new Promise((resolve) => {
    Taro.createSelectorQuery()
      .select(`#${id}`)
      .fields({ node: true, size: true })
      .exec((found: { node?: HTMLCanvasElement; width?: number; height?: number }[]) => {
        const { node, width = 0, height = 0 } = found[0] ?? {}
        const canvas = process.env.TARO_ENV === 'h5' ? (document.getElementById(id) as HTMLCanvasElement | null) : node
        resolve(canvas ? prepare(canvas, width || canvas.clientWidth, height || canvas.clientHeight) : undefined)
      })
  })
}

function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasHandle | undefined {
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return undefined
  const ratio = Math.min(MAX_RATIO, devicePixelRatio())
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, width, height, ratio }
}

function devicePixelRatio(): number {
  if (process.env.TARO_ENV === 'h5') return window.devicePixelRatio || 1
  return Taro.getWindowInfo().pixelRatio || 1
}
