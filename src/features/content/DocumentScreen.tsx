import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { DocumentId } from '../../../contract/content'
import { useT } from '../../i18n'
import { showDay } from '../../i18n/days'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import { ArticleView } from './ArticleView'

/** A document that every deployment has, under the title of its own page. */
export const DocumentScreen = observer(function DocumentScreen(props: { id: DocumentId; children?: ReactNode }) {
  const t = useT()
  const { documents, preferences } = useLate()
  return (
    <ArticleView
      store={documents}
      id={props.id}
      dateOf={({ updatedAt }) => t('content.updated', { day: showDay(updatedAt, preferences.timeZone) })}
      goneLabel={t('shell.toHome')}
      onGone={() => openPage(HOME_URL)}
    >
      {props.children}
    </ArticleView>
  )
})
