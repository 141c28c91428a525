import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { useT } from '../../../i18n'
import { TicketBody, type TicketBodyProps, useFreshTicket } from './TicketSheet'

/** The ticket stays open after an order, whose card may be out of sight. */
const handlePlaced = () => false

export interface TicketPanelProps extends Omit<TicketBodyProps, 'onPlaced'> {
  /** The user asks which keys there are. */
  onHelp: () => void
}

/** The ticket next to the chart of a wide window: always there. */
export const TicketPanel = observer(function TicketPanel({ onHelp, ...props }: TicketPanelProps) {
  const t = useT()
  useFreshTicket(true)
  return (
    <Card className="ticket-panel wakes">
      <TicketBody {...props} onPlaced={handlePlaced} />
      <Button tone="plain" size="medium" className="ticket-panel__keys" onClick={onHelp}>
        {t('trade.keys.title')}
      </Button>
    </Card>
  )
})
