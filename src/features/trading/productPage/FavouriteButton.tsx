import { observer } from 'mobx-react-lite'
import { FAVOURITES_MAX } from '../../../../contract/limits'
import { IconButton } from '../../../components/IconButton'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'

/** The star of a product, for the navigation bar. */
export const FavouriteButton = observer(function FavouriteButton({ symbol }: { symbol: string }) {
  const t = useT()
  const stores = useStores()
  const marked = stores.isComplete() && stores.favourites.has(symbol)
  return (
    <IconButton
      icon={marked ? 'star-filled' : 'star'}
      label={marked ? t('trade.removeFavourite') : t('trade.addFavourite')}
      pressed={marked}
      onClick={() =>
        void stores.whenLate.then(({ favourites }) => {
          if (!favourites.toggle(symbol)) stores.ui.toast(t('favourites.full', { limit: FAVOURITES_MAX }), 'info')
        })
      }
    />
  )
})
