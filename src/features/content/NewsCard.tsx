import { Button, Image, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { NewsItem } from '../../../contract/content'
import { Icon } from '../../components/Icon'
import { useT } from '../../i18n'
import { formatRelativeTime } from '../../i18n/age'
import { mediaUrl } from '../../platform/mediaUrl'
import { useStores } from '../../stores/StoresContext'

export interface NewsCardProps {
  item: NewsItem
  /** For the newest: its picture takes the full width. */
  large: boolean
  /** By the server's clock, epoch ms. */
  now: number
  onOpen: () => void
}

/** One news article: picture, title, the first words, its age. */
export const NewsCard = observer(function NewsCard({ item, large, now, onOpen }: NewsCardProps) {
  const t = useT()
  const { preferences } = useStores()
  const cover = mediaUrl(item.coverUrl)
  const isLarge = large && cover !== undefined
  return (
    <View className="news-card" ariaRole="listitem">
      <Button className={isLarge ? 'news-card__face news-card__face--large' : 'news-card__face'} onClick={onOpen}>
        <View className="news-card__words column fills">
          <Text className="news-card__title">{item.title}</Text>
          {item.summary === '' ? null : <Text className="news-card__summary">{item.summary}</Text>}
          <Text className="news-card__age muted t12 num">
            {formatRelativeTime(item.publishedAt, now, t, preferences.timeZone)}
          </Text>
        </View>
        <Cover source={cover} eager={isLarge} />
      </Button>
    </View>
  )
})

/** Reserves the room of the picture, and shows an icon if there is none. Screen readers skip both. */
function Cover({ source, eager }: { source: string | undefined; eager: boolean }) {
  const [failed, setFailed] = useState(false)
  return (
    <View className="news-card__cover middle" aria-hidden>
      {source === undefined || failed ? (
        <Icon name="news" size={28} />
      ) : (
        <Image
          className="news-card__picture"
          src={source}
          mode="aspectFill"
          lazyLoad={!eager}
          onError={() => setFailed(true)}
        />
      )}
    </View>
  )
}
