import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'

/** The home detail page of PRODUCT.md 2.1: how it all works, for users who want to know before they trade. */
export function HomeGuide() {
  const t = useT()
  // A wide window has it below the actions.
  if (useWide('home')) return null
  return (
    <Card kind="list">
      <ListRow
        icon="document"
        title={t('home.guide')}
        note={t('home.guideNote')}
        onClick={() => openPage('/pages/index/detail')}
      />
    </Card>
  )
}
