import { Text, View } from '@tarojs/components'
import { GuideList } from '../../connected/GuideList'
import { useT } from '../../i18n'
import './GuideLinks.scss'

/** The other guides, below one of them. */
export function GuideLinks({ without }: { without?: string }) {
  const t = useT()
  return (
    <View className="guide-links">
      <Text className="guide-links__head block strong t16" ariaRole="heading" aria-level={2}>
        {t('content.moreGuides')}
      </Text>
      <GuideList without={without} />
    </View>
  )
}
