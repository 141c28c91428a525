import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { Segmented } from '../../components/Segmented'
import { useT } from '../../i18n'
import { TicketBody, type TicketBodyProps } from './TicketSheet'

/** The ticket beside the chart of a wide window: always there, with both ways to choose from. */
export const TicketPanel = observer(function TicketPanel(props: TicketBodyProps) {
  const { form, onForm } = props
  const t = useT()
  return (
    <Card className="ticket-panel">
      <Segmented
        className={`ticket__ways ticket__ways--${form.direction}`}
        label={t('trade.direction')}
        value={form.direction}
        onChange={(direction) => onForm({ ...form, direction })}
        options={[
          { value: 'up', label: `▲ ${t('trade.buyUp')}` },
          { value: 'down', label: `▼ ${t('trade.sellDown')}` },
        ]}
      />
      <TicketBody {...props} />
    </Card>
  )
})
