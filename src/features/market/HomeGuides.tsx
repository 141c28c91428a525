import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { GUIDES } from '../../domain/guides'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'

/** All of the guides, for a wide window. */
export function HomeGuides() {
  const t = useT()
  return (
    <Card kind="list">
      {GUIDES.map((guide) => (
        <ListRow
          key={guide}
          icon="document"
          title={t(`content.guide.${guide}`)}
          onClick={() => openPage('/pages/index/detail', { id: guide })}
        />
      ))}
    </Card>
  )
}
