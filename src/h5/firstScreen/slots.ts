import * as realFormat from '../../i18n/format'

/*
 * The named places of the first screen. While it is rendered at build time, these stand in for the modules that would
 * compute or draw what differs from visit to visit (scripts/lib/firstScreen.mjs lists them). The script in the page
 * fills each `{{name}}` (`productValues.ts`).
 */

/** A product whose values are the names of their places. */
export const CHANGE = '{{change}}'
export const RATE = '{{rate}}'

/** In place of `src/domain/price.ts`. A head tells the direction of the change, a row that of the rate. */
export const moveOf = (change: unknown) => (change === CHANGE ? '{{turn}}' : '{{move}}')
export const arrowOf = (change: unknown) => (change === CHANGE ? '{{turnSign}}' : '{{sign}}')
export const trendOf = () => '{{trend}}'
export { axisPriceText } from '../../domain/price'

/** In place of `src/domain/sparkline.ts`. */
export const sparklinePath = () => '{{spark}}'

/** In place of `src/domain/proof/strip.ts`. */
export const stripOf = () => ({
  path: '{{path}}',
  points: [{ x: '{{startX}}' }],
  entry: { x: '{{entryX}}', y: '{{entryY}}' },
  exit: { x: '{{exitX}}', y: '{{exitY}}' },
})
export const aheadOf = () => ({ top: '{{aheadTop}}', height: '{{aheadHeight}}' })

/** In place of `src/features/market/callWords.ts`. */
export const callWords = () => ({ way: '{{way}}', call: '{{call}}' })
export const termsWords = () => '{{terms}}'

/** In place of `src/components/productPicture.ts`. */
export const pictureOf = () => '{{icon}}'

/** In place of `src/i18n/format.ts`: what has no sign yet is written as it comes. */
export const { createFormat, dotAsDecimal } = realFormat
export const useFormat = () => ({
  ...createFormat('zh-CN'),
  signed: (text: string) => text,
  signedPercent: (rate: unknown) => rate,
})

/** In place of the components of `src/features` that show products, or the example. */
export const WelcomeProof = () => '{{proof}}'
export const ProductsState = () => '{{list}}'
export const ProductHead = () => '{{head}}'
export const HeadOutline = ProductHead
