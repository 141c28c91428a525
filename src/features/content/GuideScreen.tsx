import { observer } from 'mobx-react-lite'
import { useT } from '../../i18n'
import { showDay } from '../../i18n/days'
import { openPage, redirect } from '../../platform/navigation'
import { HOME_URL } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import { ArticleView } from './ArticleView'
import { GuideLinks } from './GuideLinks'
import { FIRST_GUIDE } from './guides'

/** The home detail (PRODUCT.md 2.1): a guide by its id, with links to the others. */
export const GuideScreen = observer(function GuideScreen({ id }: { id: string }) {
  const t = useT()
  const { documents, preferences } = useLate()
  const isFirst = id === FIRST_GUIDE
  return (
    <ArticleView
      store={documents}
      id={id}
      titled
      dateOf={({ updatedAt }) => t('content.updated', { day: showDay(updatedAt, preferences.timeZone) })}
      goneLabel={t(isFirst ? 'shell.toHome' : `content.guide.${FIRST_GUIDE}`)}
      onGone={() => (isFirst ? openPage(HOME_URL) : redirect('/pages/index/detail'))}
    >
      <GuideLinks without={id} />
    </ArticleView>
  )
})
