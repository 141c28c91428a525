import { Text, View } from '@tarojs/components'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { GUIDES } from '../../domain/guides'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import './GuideLinks.scss'

/** Links to the other guides. `without` is the current one. */
export function GuideLinks({ without }: { without?: string }) {
  const t = useT()
  return (
    <View className="guide-links">
      <Text className="guide-links__head block strong t16" ariaRole="heading" aria-level={2}>
        {t('content.moreGuides')}
      </Text>
      <Card kind="list">
        {GUIDES.filter((guide) => guide !== without).map((guide) => (
          <ListRow
            key={guide}
            icon="document"
            title={t(`content.guide.${guide}`)}
            onClick={() => openPage('/pages/index/detail', { id: guide })}
          />
        ))}
      </Card>
    </View>
  )
}
