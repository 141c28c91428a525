import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Segmented } from '../../components/Segmented'
import { useT } from '../../i18n'
import { TicketBody, type TicketBodyProps } from './TicketSheet'
import { DIRECTIONS, directionText } from './words'

/** The ticket stays open after an order. */
const noop = () => undefined

export interface TicketPanelProps extends Omit<TicketBodyProps, 'onPlaced'> {
  /** The user asks which keys there are. */
  onHelp: () => void
}

/** The ticket beside the chart of a wide window: always there, with both ways to choose from. */
export const TicketPanel = observer(function TicketPanel({ onHelp, ...props }: TicketPanelProps) {
  const { form, onForm } = props
  const t = useT()
  return (
    <Card className="ticket-panel">
      <Segmented
        className={`ticket__ways ticket__ways--${form.direction}`}
        label={t('trade.direction')}
        value={form.direction}
        onChange={(direction) => onForm({ ...form, direction })}
        options={DIRECTIONS.map((value) => ({ value, label: directionText(value, t) }))}
      />
      <TicketBody {...props} onPlaced={noop} />
      <Button tone="plain" size="medium" className="ticket-panel__keys" onClick={onHelp}>
        {t('trade.keys.title')}
      </Button>
    </Card>
  )
})
