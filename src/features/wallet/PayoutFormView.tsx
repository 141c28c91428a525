import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { BANK_NUMBER_KINDS, inFours } from '../../../contract/bankNumber'
import { CHAINS } from '../../../contract/chainAddress'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { CheckBox } from '../../components/CheckBox'
import { Chip } from '../../components/Chip'
import { Fact } from '../../components/Fact'
import { Segmented } from '../../components/Segmented'
import { Sheet } from '../../components/Sheet'
import { TextField, type TextFieldProps } from '../../components/TextField'
import type { FormFailure } from '../../connected/forms/createForm'
import { type Form, useForm } from '../../connected/forms/useForm'
import { NationalityField } from '../../connected/NationalityField'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'
import {
  initialPayout,
  NUMBER_LABELS,
  numberKindOf,
  type PayoutField,
  type PayoutValues,
  payoutRules,
  toRequest,
} from './payoutForm'
import { TradePassword } from './TradePassword'
import { useTradePassword } from './useTradePassword'

/** Room for what is pasted: a number among other words, and a wallet's link. What is cut off makes another number. */
const PASTED_LENGTH = 300

/** The form that binds an account: at a bank, or an address of a currency. */
export const PayoutFormView = observer(function PayoutFormView() {
  const t = useT()
  const form = useForm(payoutRules, initialPayout)
  const { values, errors, change, check, refuse } = form
  const [confirming, setConfirming] = useState(false)
  const field = (name: PayoutField, maxLength: number) => ({
    ...form.field(name),
    label: t(`wallet.payout.${name}`),
    placeholder: t(`wallet.payout.${name}Prompt`),
    maxLength,
  })
  const handleNext = () => {
    if (check()) setConfirming(true)
  }
  return (
    <>
      <Segmented
        label={t('wallet.payout.kind')}
        value={values.kind}
        onChange={(kind) => change({ kind })}
        options={[
          { value: 'bank_card', label: t('wallet.payout.bank_card') },
          { value: 'currency_address', label: t('wallet.payout.currency_address') },
        ]}
      />
      <Card>
        <TextField {...field('accountName', 120)} />
        {values.nameOfBank === undefined ? null : (
          <CheckBox
            checked={values.nameOfBank}
            label={t('wallet.payout.nameOfBank')}
            onChange={(nameOfBank) => change({ nameOfBank })}
          />
        )}
        <NationalityField
          label={t('wallet.payout.nationality')}
          prompt={t('wallet.payout.nationalityPrompt')}
          value={values.nationality}
          error={errors.nationality && t(errors.nationality)}
          onChoose={(nationality) => change({ nationality })}
        />
        {values.kind === 'bank_card' ? (
          <>
            <TextField {...field('bank', 80)} />
            <NumberFields form={form} field={field} />
            <TextField {...field('accountAddress', 120)} />
          </>
        ) : (
          <>
            <Choice
              label={t('wallet.payout.chain')}
              options={CHAINS.map((chain) => ({ value: chain, label: chain }))}
              value={values.chain}
              onChoose={(chain) => change({ chain })}
            />
            <TextField {...field('currencyAddress', PASTED_LENGTH)} className="num" />
          </>
        )}
      </Card>
      <Text className="muted t13">{t('wallet.payout.onceNotice')}</Text>
      <BottomBar>
        <Button onClick={handleNext}>{t('wallet.payout.bind')}</Button>
      </BottomBar>
      <ConfirmSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        request={toRequest(values)}
        onRefused={(failure) => {
          if (refuse(failure)) setConfirming(false)
        }}
      />
    </>
  )
})

interface NumberFieldsProps {
  form: Form<PayoutValues>
  field: (name: PayoutField, maxLength: number) => TextFieldProps
}

/** The account number: the nationality suggests the kind of number, and the user may choose another. */
function NumberFields({ form: { values, change }, field }: NumberFieldsProps) {
  const t = useT()
  const kind = numberKindOf(values)
  const label = NUMBER_LABELS[kind]
  return (
    <>
      <Choice
        label={t('wallet.payout.numberKind')}
        options={BANK_NUMBER_KINDS.map((value) => ({ value, label: t(NUMBER_LABELS[value]) }))}
        value={kind}
        onChoose={(numberKind) => change({ numberKind })}
      />
      <TextField
        {...field('cardNumber', PASTED_LENGTH)}
        label={t(label)}
        placeholder={t(`${label}Prompt`)}
        keyboard={kind === 'card' ? 'number' : 'text'}
        className="num"
        {...(kind === 'iban' && { hint: t('wallet.payout.ibanHint') })}
      />
      {kind === 'account' ? (
        <TextField {...field('bankCode', PASTED_LENGTH)} className="num" hint={t('wallet.payout.bankCodeHint')} />
      ) : null}
    </>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChoose: (value: V) => void
}

function Choice<V extends string>({ label, options, value, onChoose }: ChoiceProps<V>) {
  return (
    <>
      <Text className="field__label block soft t13">{label}</Text>
      <View className="wallet__choice wraps" ariaRole="group" aria-label={label}>
        {options.map((option) => (
          <Chip key={option.value} selected={value === option.value} onClick={() => onChoose(option.value)}>
            {option.label}
          </Chip>
        ))}
      </View>
    </>
  )
}

interface ConfirmProps {
  open: boolean
  onClose: () => void
  request: ReturnType<typeof toRequest>
  onRefused: (failure: FormFailure) => void
}

const ConfirmSheet = observer(function ConfirmSheet(props: ConfirmProps) {
  const t = useT()
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('wallet.payout.bind')} closeLabel={t('common.close')}>
      <ConfirmBody {...props} />
    </Sheet>
  )
})

const ConfirmBody = observer(function ConfirmBody({ request, onClose, onRefused }: ConfirmProps) {
  const t = useT()
  const { payoutAccount, account, security, ui } = useLate()
  const { passkeys } = security
  const entry = useTradePassword()
  const { busy: sending, run } = useOneAtATime()
  const [codeAsked, setCodeAsked] = useState(false)
  const send = async (tradePassword: string) => {
    const answer = await run(() => payoutAccount.bind({ ...request, tradePassword, ...entry.factor }))
    if (!answer) return
    if (!answer.ok) {
      if (answer.error.code === 'second_factor_required') {
        setCodeAsked(true)
        void passkeys.load()
      }
      entry.refuse(answer.error)
      return onRefused(answer.error)
    }
    entry.clear()
    void account.load()
    ui.toast(t('common.saved'), 'success')
    onClose()
  }
  return (
    <>
      <BoundFacts request={request} />
      <TradePassword
        entry={entry}
        codeAsked={codeAsked}
        hasPasskeys={passkeys.value?.items.length !== 0}
        sending={sending}
        onComplete={(pin) => void send(pin)}
      />
    </>
  )
})

/** All that is bound, whole: the last chance to compare the number, which is masked afterwards (PRODUCT.md 4.9). */
function BoundFacts({ request }: Pick<ConfirmProps, 'request'>) {
  const t = useT()
  const { accountName, nameOfBank, bank, chain, numberKind, bankCode, cardNumber = '', currencyAddress = '' } = request
  return (
    <>
      <Fact label={t('wallet.payout.accountName')}>{accountName}</Fact>
      {bank ? <Fact label={t('wallet.payout.bank')}>{bank}</Fact> : null}
      {bankCode ? <Fact label={t('wallet.payout.bankCode')}>{bankCode}</Fact> : null}
      {chain ? <Fact label={t('wallet.payout.chain')}>{chain}</Fact> : null}
      {nameOfBank ? <Text className="muted t13 block">{t('wallet.payout.nameOfBankText')}</Text> : null}
      <Text className="muted t14 block">
        {t(numberKind ? NUMBER_LABELS[numberKind] : 'wallet.payout.currencyAddress')}
      </Text>
      <Text className="payout-card__number payout-card__number--whole num block">
        {inFours(numberKind ? cardNumber : currencyAddress)}
      </Text>
    </>
  )
}
