import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { IconButton } from '../../../components/IconButton'
import { TextField } from '../../../components/TextField'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import type { Witness } from '../../../stores/persistence/ownWitnesses'
import { useLate } from '../../../stores/StoresContext'
import type { WitnessProblem } from '../../../stores/WitnessesStore'

const nameOf = ({ key }: Witness) => key.split('+')[0] ?? ''
const hostOf = ({ url }: Witness) => url.replace(/^https:\/\//, '')

/** The user's own list of witnesses, each checked when it is added, with those of the service as a proposal. */
export const WitnessesCard = observer(function WitnessesCard() {
  const t = useT()
  const { ui, witnesses } = useLate()
  const [entered, setEntered] = useState('')
  const [problem, setProblem] = useState<WitnessProblem | undefined>(undefined)
  const { busy, run } = useOneAtATime()
  useEffect(() => {
    void witnesses.load()
  }, [witnesses])
  const add = async (text: string) => {
    const answer = await run(async () => ({ problem: await witnesses.add(text) }))
    if (!answer) return
    setProblem(answer.problem)
    if (answer.problem) return
    setEntered('')
    ui.toast(t('common.saved'), 'success')
  }
  return (
    <Card className="stack">
      <Text className="t16 strong" ariaRole="heading" aria-level={2}>
        {t('orders.witnesses.title')}
      </Text>
      <Text className="muted">{t('orders.witnesses.text')}</Text>
      {witnesses.own.map((witness) => (
        <View key={witness.key} className="row">
          <View className="check-page__witness">
            <Text className="block">{nameOf(witness)}</Text>
            <Text className="block muted t12">{hostOf(witness)}</Text>
          </View>
          <IconButton
            icon="trash"
            label={t('orders.witnesses.remove', { name: nameOf(witness) })}
            onClick={() => witnesses.remove(witness.key)}
          />
        </View>
      ))}
      {witnesses.proposed.map((witness) => (
        <Button
          key={witness.key}
          tone="secondary"
          size="medium"
          disabled={busy}
          onClick={() => void add(`${witness.key} ${witness.url}`)}
        >
          {t('orders.witnesses.use', { name: nameOf(witness) })}
        </Button>
      ))}
      <TextField
        label={t('orders.witnesses.address')}
        placeholder="https://witness.example.com"
        maxLength={400}
        value={entered}
        onChange={setEntered}
        onConfirm={() => void add(entered)}
        error={problem && t(`orders.witnesses.problem.${problem}`)}
      />
      <Button tone="secondary" disabled={entered.trim() === ''} loading={busy} onClick={() => void add(entered)}>
        {t('orders.witnesses.add')}
      </Button>
    </Card>
  )
})
