import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton'
import { useLocale, useT } from '../../i18n'
import { pageUrl } from '../../platform/navigation'
import { useShare } from '../../platform/useShare'
import type { PageUrl } from '../../routes'
import { useLate } from '../../stores/StoresContext'

export interface ShareButtonProps {
  /** The current page, and the id of what it shows. */
  page: PageUrl
  id: string
  kind: 'news' | 'document'
}

/** Shares the current article: by the device's own sheet, by WeChat, or as a link to paste. */
export const ShareButton = observer(function ShareButton({ page, id, kind }: ShareButtonProps) {
  const t = useT()
  const locale = useLocale()
  const { documents, news, ui, session } = useLate()
  const store = kind === 'news' ? news.articles : documents
  const article = store.articleOf(id, locale).value
  const sharing = useShare({ title: article?.title ?? session.appInfo?.name ?? '', url: pageUrl(page, { id }) })
  if (!article) return null
  if (sharing.byPlatform) return <IconButton icon="share" size={22} label={t('content.share')} openType="share" />
  const handleShare = async () => {
    const result = await sharing.share()
    if (result === 'byMenu') ui.toast(t('shell.inApp.shareByMenu'), 'info')
    if (result === 'copied') ui.toast(t('content.linkCopied'), 'success')
    if (result === 'failed') ui.toast(t('content.shareFailed'), 'error')
  }
  return <IconButton icon="share" size={22} label={t('content.share')} onClick={handleShare} />
})
