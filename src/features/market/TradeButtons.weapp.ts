import type { TradeButtonsProps } from './TradeButtons'

/** As `HomeAside.weapp.ts`. */
export const TradeButtons = (_props: TradeButtonsProps): null => null
