import Taro from '@tarojs/taro'

export interface CanvasHandle {
  context: CanvasRenderingContext2D
  /** In CSS pixels. */
  width: number
  height: number
  /** Device pixels per CSS pixel; the canvas is already sized and scaled by it. */
  ratio: number
}

/** The sharpest screens of phones. */
const MAX_RATIO = 4

/** Finds the `<Canvas type="2d" id=…>` and makes it as sharp as the screen; undefined while it has no size. */
export function openCanvas(id: string): Promise<CanvasHandle | undefined> {
  return new Promise((resolve) => {
    // In a browser, Taro's query throws once the user has left the page. WeChat answers with the size before the last change.
    Taro.nextTick(() => (process.env.TARO_ENV === 'h5' ? resolve(openElement(id)) : queryCanvas(id, resolve)))
  })
}

function queryCanvas(id: string, resolve: (handle: CanvasHandle | undefined) => void) {
  Taro.createSelectorQuery()
    .select(`#${id}`)
    .fields({ node: true, size: true })
    .exec((found: { node?: HTMLCanvasElement; width?: number; height?: number }[]) => {
      const { node, width = 0, height = 0 } = found[0] ?? {}
      resolve(node && prepare(node, width, height))
    })
}

/** In a browser the canvas takes the size of its parent: its own size is set below and does not follow the layout. */
function openElement(id: string): CanvasHandle | undefined {
  const canvas = document.getElementById(id)
  if (!(canvas instanceof HTMLCanvasElement)) return undefined
  const box = canvas.parentElement?.getBoundingClientRect()
  const surface = box && prepare(canvas, box.width, box.height)
  if (surface) {
    canvas.style.width = `${surface.width}px`
    canvas.style.height = `${surface.height}px`
  }
  return surface
}

/** 357.9999 × 1 is a full 358 pixels. */
const ROUNDING = 0.01

function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasHandle | undefined {
  if (width === 0 || height === 0) return undefined
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const ratio = Math.min(MAX_RATIO, devicePixelRatio())
  // Whole pixels, and exactly as many as the screen shows: at a ratio such as 2.625 all lines would blur otherwise.
  canvas.width = Math.floor(width * ratio + ROUNDING)
  canvas.height = Math.floor(height * ratio + ROUNDING)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, width: canvas.width / ratio, height: canvas.height / ratio, ratio }
}

function devicePixelRatio(): number {
  if (process.env.TARO_ENV === 'h5') return window.devicePixelRatio || 1
  return Taro.getWindowInfo().pixelRatio || 1
}
