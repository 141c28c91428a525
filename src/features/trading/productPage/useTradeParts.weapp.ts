import { useStores } from '../../../stores/StoresContext'
import { TradeParts } from './TradeParts'

/** WeChat downloads the parts with the package; the stores are made after the first page. */
export const useTradeParts = () => ({ Parts: useStores().late ? TradeParts : undefined, late: false })
