import { Image, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Article } from '../../../contract/content'
import { Banner } from '../../components/Banner'
import { EmptyState } from '../../components/EmptyState'
import { RichText } from '../../components/RichText'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useOpenLink } from '../../connected/useOpenLink'
import { useReload } from '../../connected/useReload'
import type { FailureCode } from '../../domain/loadable'
import { useLocale, useT } from '../../i18n'
import type { ContentLink } from '../../platform/contentLink'
import { mediaUrl } from '../../platform/mediaUrl'
import { jump } from '../../platform/navigation'
import type { DocumentsStore } from '../../stores/DocumentsStore'
import { useStores } from '../../stores/StoresContext'
import './ArticleView.scss'

export interface ArticleViewProps {
  store: DocumentsStore
  id: string
  /** When it is from: an age for news, the day of the last change for a document. */
  dateOf: (article: Article) => string
  /** True if the navigation bar does not say the article's title already. */
  titled?: boolean
  /** The label of the button shown when the article does not exist. */
  goneLabel: string
  onGone: () => void
  /** Below the article. */
  children?: ReactNode
}

/** One article with its states: loading, failed, gone, or in another language than the reader's. */
export const ArticleView = observer(function ArticleView(props: ArticleViewProps) {
  const { store, id } = props
  const t = useT()
  const locale = useLocale()
  const article = store.articleOf(id, locale)
  useReload(() => article.load(), { on: [id, locale] })
  // The server refuses a malformed id without looking it up.
  const gone = (code: FailureCode) =>
    code === 'not_found' || code === 'invalid_request' ? (
      <EmptyState
        icon="document"
        title={t('content.gone.title')}
        text={t('content.gone.text')}
        actionLabel={props.goneLabel}
        onAction={props.onGone}
      />
    ) : undefined
  return (
    <Loaded from={article} loading={<Loading />} failed={gone}>
      {(known) => <Whole {...props} article={known} isForeign={known.locale !== locale} />}
    </Loaded>
  )
})

function Whole(props: ArticleViewProps & { article: Article; isForeign: boolean }) {
  const { article, titled = false } = props
  const t = useT()
  const followLink = useArticleLink()
  const cover = mediaUrl(article.coverUrl)
  // Not in Taro's types: tells screen readers and fonts the language of the text.
  const language = { lang: article.locale }
  return (
    <>
      {props.isForeign ? <Banner tone="brand" icon="globe" text={t('content.foreign')} /> : null}
      <View {...language} className="article" ariaRole="article">
        {titled ? (
          <Text className="article__title" ariaRole="heading" aria-level={2}>
            {article.title}
          </Text>
        ) : null}
        <Text className="article__date block muted t13 num">{props.dateOf(article)}</Text>
        {cover ? (
          <View className="article__cover" aria-hidden>
            <Image className="article__picture" src={cover} mode="aspectFill" />
          </View>
        ) : null}
        <RichText
          blocks={article.blocks}
          underLevel={titled ? 2 : 1}
          onLink={followLink}
          tableLabel={t('content.table')}
          codeLabel={t('content.code')}
        />
      </View>
      {props.children}
    </>
  )
}

function Loading() {
  const t = useT()
  return (
    <View className="article" aria-busy ariaRole="status" aria-label={t('common.loading')}>
      <Skeleton shape="title" />
      <Skeleton count={4} />
      <Skeleton shape="block" className="article__waiting" />
      <Skeleton count={5} />
    </View>
  )
}

/** Follows a link of an article. One that leaves the product shows its address first: its text may say anything. */
function useArticleLink(): (link: ContentLink) => void {
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
