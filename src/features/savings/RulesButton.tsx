import { Button } from '../../components/Button'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import './RulesButton.scss'

/** At the head of the savings pages: how savings count days and earnings. */
export function RulesButton() {
  const t = useT()
  return (
    <Button
      className="rules-button"
      tone="plain"
      size="medium"
      block={false}
      onClick={() => openPage('/pages/money/detail')}
    >
      {t('savings.rules')}
    </Button>
  )
}
