import { observer } from 'mobx-react-lite'
import { IconButton } from '../components/IconButton'
import { useT } from '../i18n'
import { useStores } from '../stores/StoresContext'

/** The eye next to the user's amounts, which hides or shows all of them (PRODUCT.md 16.1). */
export const HideBalances = observer(function HideBalances() {
  const { preferences } = useStores()
  const t = useT()
  const hidden = preferences.hideBalances
  return (
    <IconButton
      icon={hidden ? 'eye-off' : 'eye'}
      size={20}
      label={t(hidden ? 'common.showBalances' : 'common.hideBalances')}
      onClick={() => preferences.setHideBalances(!hidden)}
    />
  )
})
