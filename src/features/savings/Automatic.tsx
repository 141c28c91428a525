import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Savings } from '../../../contract/savings'
import { Button } from '../../components/Button'
import { ListRow } from '../../components/ListRow'
import { Sheet } from '../../components/Sheet'
import { useShownAmount } from '../../connected/Amount'
import { AmountField } from '../../connected/AmountField'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useWithAmount } from '../../connected/useWithAmount'
import { moneyText } from '../../domain/money'
import { exactMoney } from '../../domain/typedAmount'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useLate } from '../../stores/StoresContext'

/** Whether what is above a floor goes into savings by itself, and the sheet that sets it (PRODUCT.md 14.7). */
export const AutomaticRow = observer(function AutomaticRow({ figures }: { figures: Savings }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const [open, setOpen] = useState(false)
  const { automatic } = figures
  return (
    <>
      <ListRow
        icon="clock"
        title={t('savings.automatic.title')}
        note={
          automatic
            ? t('savings.automatic.on', { amount: shown(format.number(automatic.floor)) })
            : t('savings.automatic.off')
        }
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('savings.automatic.title')}
        closeLabel={t('common.close')}
      >
        <AutomaticForm key={String(open)} figures={figures} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
})

const AutomaticForm = observer(function AutomaticForm({ figures, onDone }: { figures: Savings; onDone: () => void }) {
  const t = useT()
  const format = useFormat()
  const { savings, session, ui } = useLate()
  const { automatic, depositMinimum, depositMaximum } = figures
  const [text, setText] = useState(automatic?.floor ?? '')
  const [error, setError] = useState<string | undefined>(undefined)
  const { busy, run } = useOneAtATime()
  const currency = session.appInfo?.currency.code
  const set = async (floor: string | null) => {
    const answer = await run(() => savings.setAutomatic(floor))
    if (!answer) return
    if (!answer.ok) return setError(t(`errors.${answer.error.code}`))
    ui.toast(t('common.saved'), 'success')
    onDone()
  }
  const withAmount = useWithAmount()
  const floor = exactMoney(text, session.scale)
  const handleSave = () => (floor ? void set(moneyText(floor)) : setError(t('errors.amount_invalid')))
  return (
    <View className="stack">
      <Text className="block soft t14">
        {t('savings.automatic.text', {
          minimum: format.number(depositMinimum),
          maximum: format.number(depositMaximum),
        })}
      </Text>
      <AmountField
        label={t('savings.automatic.floor')}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setError(undefined)
        }}
        onConfirm={handleSave}
        error={error}
        unit={currency}
        after={<Text className="num">{currency ?? ''}</Text>}
      />
      <Button loading={busy} onClick={handleSave}>
        {withAmount(t(automatic ? 'security.save' : 'security.turnOn'), floor)}
      </Button>
      {automatic ? (
        <Button tone="secondary" disabled={busy} onClick={() => void set(null)}>
          {t('security.turnOff')}
        </Button>
      ) : null}
    </View>
  )
})
