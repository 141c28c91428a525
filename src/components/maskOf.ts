/** The box that a path is drawn in. */
export interface MaskBox {
  width: number
  height: number
}

/** An SVG path as a mask that fills its element, so that the line takes the theme's colours, on WeChat too. */
export function maskOf(path: string, { width, height }: MaskBox, { fill = 'none', extra = '' } = {}) {
  const stroke = fill === 'none' ? "stroke='#000' stroke-width='1.6' vector-effect='non-scaling-stroke'" : ''
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' preserveAspectRatio='none'><path d='${path}' fill='${fill}' ${stroke} stroke-linejoin='round' ${extra}/></svg>`
  const image = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  return { WebkitMaskImage: image, maskImage: image }
}
