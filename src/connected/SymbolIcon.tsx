import { observer } from 'mobx-react-lite'
import { ProductIcon } from '../components/ProductIcon'
import { useStores } from '../stores/StoresContext'

/** The picture of the product with this symbol. */
export const SymbolIcon = observer(function SymbolIcon({ symbol }: { symbol: string }) {
  const { market } = useStores()
  return <ProductIcon symbol={symbol} url={market.summaryOf(symbol)?.iconUrl} />
})
