import { observer } from 'mobx-react-lite'
import { LOCALES } from '../../contract/locales'
import { ChoiceSheet } from '../components/ChoiceSheet'
import { useT } from '../i18n'
import { LANGUAGES } from '../i18n/languages'
import { afterPicture } from '../platform/tasks'
import { useStores } from '../stores/StoresContext'

/**
 * The languages that the server offers, each in its own name; a tap changes the app's. A newer server may offer one that
 * this app has no texts for.
 */
export const LanguageSheet = observer(function LanguageSheet(props: {
  open: boolean
  title: string
  onClose: () => void
}) {
  const { preferences, session } = useStores()
  const t = useT()
  const offered = session.appInfo?.locales.filter((locale) => LOCALES.includes(locale)) ?? LOCALES
  return (
    <ChoiceSheet
      {...props}
      closeLabel={t('common.close')}
      choices={offered.map((locale) => ({ value: locale, label: LANGUAGES[locale].name, language: locale }))}
      value={preferences.locale}
      onChoose={(locale) => {
        props.onClose()
        // Every text of the page changes: the sheet leaves before that.
        afterPicture(() => preferences.setLocale(locale))
      }}
    />
  )
})
