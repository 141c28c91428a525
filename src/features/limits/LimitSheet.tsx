import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { AccountLimit, AccountLimits } from '../../../contract/accountLimits'
import type { AccountLimitKind } from '../../../contract/limits'
import { Button } from '../../components/Button'
import { Sheet } from '../../components/Sheet'
import { TextField } from '../../components/TextField'
import { AmountField } from '../../connected/AmountField'
import { useForm } from '../../connected/forms/useForm'
import { useLimitFormat } from '../../connected/useLimitFormat'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useServerNow } from '../../connected/useServerNow'
import { useWithAmount } from '../../connected/useWithAmount'
import { parseMoney } from '../../domain/money'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useStillHere } from '../../platform/useStillHere'
import type { AccountLimitsStore } from '../../stores/AccountLimitsStore'
import { useLate, useStores } from '../../stores/StoresContext'
import { findLimitProblem, type LimitProblem, toLimit, unitOf } from './limitForm'

export interface LimitSheetProps {
  kind: AccountLimitKind | undefined
  onClose: () => void
  /** Called once this limit is changed, even if another sheet is open by then. */
  onDone: (kind: AccountLimitKind) => void
}

/** Sets, raises or removes one limit. */
export function LimitSheet({ kind, onClose, onDone }: LimitSheetProps) {
  const t = useT()
  // The sheet keeps its content while it slides away.
  const [last, setLast] = useState<AccountLimitKind>('stake')
  if (kind !== undefined && kind !== last) setLast(kind)
  const shown = kind ?? last
  return (
    <Sheet open={kind !== undefined} onClose={onClose} title={t(`limits.kind.${shown}`)} closeLabel={t('common.close')}>
      <LimitForm key={shown} kind={shown} onDone={() => onDone(shown)} />
    </Sheet>
  )
}

/** Sends one request at a time and reports its result. */
function useLimitChange(onDone: () => void) {
  const { ui } = useStores()
  const t = useT()
  const { busy, run: send } = useOneAtATime()
  const isStillHere = useStillHere()
  const run = async (
    change: () => ReturnType<AccountLimitsStore['set']>,
    done: (value: AccountLimits) => 'limits.saved' | 'limits.requested',
  ) => {
    const answer = await send(change)
    if (!answer) return
    if (!answer.ok) return ui.toast(t(`errors.${answer.error.code}`), 'error')
    ui.toast(t(done(answer.value)), 'success')
    if (isStillHere()) onDone()
  }
  return { busy, run }
}

const LimitForm = observer(function LimitForm({ kind, onDone }: { kind: AccountLimitKind; onDone: () => void }) {
  const { accountLimits, session } = useLate()
  const t = useT()
  const limit = accountLimits.limitOf(kind)
  const { busy, run } = useLimitChange(onDone)
  const withAmount = useWithAmount()
  const { scale } = session
  const { values, errors, change, check } = useForm<{ text: string }, LimitProblem>(
    { validate: ({ text }) => ({ text: findLimitProblem(kind, text, scale) }) },
    () => ({ text: limit?.value ?? '' }),
  )
  const set = (value: string | null) =>
    run(
      () => accountLimits.set(kind, value),
      ({ limits }) => (limits.find((each) => each.kind === kind)?.raise ? 'limits.requested' : 'limits.saved'),
    )
  const value = toLimit(values.text)
  const handleSave = () => {
    if (check() && value !== undefined) void set(value)
  }
  const field = {
    label: t('limits.value'),
    placeholder: t('limits.placeholder'),
    value: values.text,
    onChange: (text: string) => change({ text }),
    onConfirm: handleSave,
    error: errors.text && t(`limits.${errors.text}`),
    ...(kind === 'session' ? { hint: t('limits.sessionNote') } : {}),
    ...(kind.startsWith('loss') ? { hint: t('limits.lossNote') } : {}),
  }
  return (
    <View className="limits__form stack">
      {limit?.raise ? <Raise limit={limit} raise={limit.raise} busy={busy} run={run} /> : null}
      {unitOf(kind) === 'amount' ? (
        <AmountField
          {...field}
          unit={session.appInfo?.currency.code}
          after={<Text className="num">{session.appInfo?.currency.code ?? ''}</Text>}
        />
      ) : (
        <TextField {...field} className="num" keyboard="number" />
      )}
      <Button loading={busy} onClick={handleSave}>
        {withAmount(t('limits.save'), unitOf(kind) === 'amount' ? parseMoney(value ?? '', scale) : undefined)}
      </Button>
      {limit ? (
        <Button tone="secondary" disabled={busy} onClick={() => void set(null)}>
          {t('limits.remove')}
        </Button>
      ) : null}
    </View>
  )
})

interface RaiseProps {
  limit: AccountLimit
  raise: NonNullable<AccountLimit['raise']>
  busy: boolean
  run: ReturnType<typeof useLimitChange>['run']
}

/** A raise that is not in force yet: it waits for its day, then for a second confirmation. */
const Raise = observer(function Raise({ limit, raise, busy, run }: RaiseProps) {
  const { accountLimits, preferences } = useLate()
  const t = useT()
  const format = useLimitFormat()
  const isReady = useServerNow(30_000) >= Date.parse(raise.from)
  const time = showDateTime(isReady ? raise.until : raise.from, preferences.timeZone)
  const text =
    raise.value === null
      ? t(isReady ? 'limits.removalReady' : 'limits.removalWaits', { time })
      : t(isReady ? 'limits.raiseReady' : 'limits.raiseWaits', { time, value: format(limit.kind, raise.value) })
  return (
    <View className="limits__raise stack" ariaRole="status">
      <Text className="limits__text block soft t14">{text}</Text>
      <Button
        size="medium"
        disabled={!isReady || busy}
        onClick={() =>
          void run(
            () => accountLimits.confirm(limit.kind),
            () => 'limits.saved',
          )
        }
      >
        {t('limits.confirm')}
      </Button>
      <Button
        size="medium"
        tone="secondary"
        disabled={busy}
        onClick={() =>
          void run(
            () => accountLimits.set(limit.kind, limit.value),
            () => 'limits.saved',
          )
        }
      >
        {t('limits.keep')}
      </Button>
    </View>
  )
})
