import { useStores } from '../../../stores/StoresContext'
import { TradeParts } from './TradeParts'

/** WeChat downloads the parts with the package; the stores are made after the first page. */
export const useTradeParts = () => ({ Parts: useStores().isComplete() ? TradeParts : undefined, late: false })
