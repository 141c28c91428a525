import { useOpenLink } from '../../connected/useOpenLink'
import { useT } from '../../i18n'
import type { ContentLink } from '../../platform/contentLink'
import { jump } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'

/** Follows a link of an article. One that leaves the product shows its address first: its text may say anything. */
export function useArticleLink(): (link: ContentLink) => void {
  const t = useT()
  const { ui } = useStores()
  const openLink = useOpenLink()
  return async (link) => {
    if (link.kind === 'page') {
      jump(link.url)
      return
    }
    const yes = await ui.confirm({
      title: t('content.link.title'),
      text: t('content.link.text', { host: link.host }),
      confirmLabel: t('content.link.open'),
      cancelLabel: t('common.cancel'),
    })
    if (yes) openLink(link.url)
  }
}
