import { observer } from 'mobx-react-lite'
import { FAVOURITES_MAX } from '../../../contract/limits'
import { IconButton } from '../../components/IconButton'
import { useT } from '../../i18n'
import { useFirstStores } from '../../stores/StoresContext'

/** The star of a product, for the navigation bar. */
export const FavouriteButton = observer(function FavouriteButton({ symbol }: { symbol: string }) {
  const t = useT()
  const stores = useFirstStores()
  const marked = stores.all?.favourites.has(symbol) ?? false
  return (
    <IconButton
      icon={marked ? 'star-filled' : 'star'}
      label={marked ? t('trade.removeFavourite') : t('trade.addFavourite')}
      pressed={marked}
      onClick={() =>
        stores.withAll(({ favourites, ui }) => {
          if (!favourites.toggle(symbol)) ui.toast(t('favourites.full', { limit: FAVOURITES_MAX }), 'info')
        })
      }
    />
  )
})
