import type { NumberStyle } from './languages'

/**
 * Number formats of the ten locales over decimal strings: digits are never changed by a float on the way, and nothing
 * needs `Intl`, which some WeChat runtimes lack.
 */
export interface Format {
  /** "68412.5" → "68,412.5": the digits as recorded, grouped. For prices and amounts. */
  number(text: string): string
  /** As `number`, with "+" or "−" in front; zero has no sign. For profit and loss and changes. */
  signed(text: string): string
  /** 231 → "2.31%". `digits` cuts trailing zeros away down to that many decimals, default 2. */
  percent(basisPoints: number, digits?: number): string
  /** 231 → "+2.31%", -42 → "−0.42%". */
  signedPercent(basisPoints: number): string
  /** "2.310" → "2.310%": a percentage as recorded. */
  percentText(text: string): string
  /** "28412.7" → "28.4K", in the units of the language. For volumes, never for money that someone owns. */
  compact(text: string): string
  /** The decimal mark, for files that spreadsheets read. */
  decimal: string
}

const MINUS = '\u2212'

interface Parts {
  negative: boolean
  whole: string
  fraction: string
}

function partsOf(text: string): Parts | undefined {
  const found = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(text.trim())
  return found ? { negative: found[1] === '-', whole: found[2] ?? '0', fraction: found[3] ?? '' } : undefined
}

function plain(parts: Parts, style: NumberStyle): string {
  const whole = parts.whole.replace(/\B(?=(\d{3})+(?!\d))/g, style.group)
  return parts.fraction === '' ? whole : whole + style.decimal + parts.fraction
}

const isZero = (parts: Parts) => /^0*$/.test(parts.whole + parts.fraction)

function number(text: string, style: NumberStyle): string {
  const parts = partsOf(text)
  if (!parts) return text
  return (parts.negative && !isZero(parts) ? MINUS : '') + plain(parts, style)
}

function signed(text: string, style: NumberStyle): string {
  const parts = partsOf(text)
  if (!parts) return text
  return (isZero(parts) ? '' : parts.negative ? MINUS : '+') + plain(parts, style)
}

/** Basis points as a decimal string of a percentage: 231 → "2.31", 8200 → "82.00". */
function basisPointsText(basisPoints: number): string {
  const digits = String(Math.abs(Math.round(basisPoints))).padStart(3, '0')
  return `${basisPoints < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function cutZeros(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, digits) + fraction.slice(digits).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

function compact(text: string, style: NumberStyle): string {
  const parts = partsOf(text)
  if (!parts) return text
  const unit = style.units.find(([zeros]) => parts.whole.length > zeros)
  const zeros = unit?.[0] ?? 0
  const whole = parts.whole.slice(0, parts.whole.length - zeros)
  // Three digits in all, cut rather than rounded: a volume never looks larger than it is.
  const rest = (zeros > 0 ? parts.whole.slice(-zeros) : '') + parts.fraction
  const digits = rest.slice(0, Math.max(0, 3 - whole.length))
  // A column of volumes is read by its digits: "2.00B" below "1.98B".
  const fraction = unit ? digits : digits.replace(/0+$/, '')
  return (parts.negative ? MINUS : '') + plain({ negative: false, whole, fraction }, style) + (unit?.[1] ?? '')
}

/** The formats of one style. Text that is no decimal number comes back as it is. */
export function formatOf(style: NumberStyle): Format {
  return {
    number: (text) => number(text, style),
    signed: (text) => signed(text, style),
    percent: (basisPoints, digits = 2) => number(cutZeros(basisPointsText(basisPoints), digits), style) + style.percent,
    percentText: (text) => number(text, style) + style.percent,
    signedPercent: (basisPoints) => signed(basisPointsText(basisPoints), style) + style.percent,
    compact: (text) => compact(text, style),
    decimal: style.decimal,
  }
}
