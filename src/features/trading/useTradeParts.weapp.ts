import { useFirstStores } from '../../stores/StoresContext'
import { TradeParts } from './TradeParts'

/** WeChat has downloaded them with the rest of the package; the stores are made after the first page. */
export const useTradeParts = () => ({ Parts: useFirstStores().all ? TradeParts : undefined, late: false })
