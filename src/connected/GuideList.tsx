import { Card } from '../components/Card'
import { ListRow } from '../components/ListRow'
import { GUIDES } from '../domain/guides'
import { useT } from '../i18n'
import { openPage } from '../platform/navigation'

/** Links to the guides. `without` is the current one. */
export function GuideList({ without }: { without?: string | undefined }) {
  const t = useT()
  return (
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
  )
}
