import type { OpenWithdrawal } from '../../contract/consoleMoney'
import { useSession } from '../session'
import { grouped, t } from '../texts'
import { Copy } from './Copy'
import { Mark } from './Mark'
import { Box, Fact } from './Sheet'

/** Numbers of accounts read in fours; addresses of a chain stay whole. */
const inFours = (number: string) => number.replace(/.{4}(?=.)/g, '$& ')

function CopiedFact({ label, value, shown }: { label: string; value: string | null; shown?: string }) {
  if (value === null || value === '') return null
  return (
    <Fact name={label}>
      <Copy label={label} value={value} {...(shown !== undefined && { shown })} />
    </Fact>
  )
}

/** The number under the name of its kind: card, IBAN, account with the code of the bank, or address of a chain. */
function Payee({ payee, bank }: { payee: NonNullable<OpenWithdrawal['payee']>; bank: string }) {
  const { number, numberKind, bankCode, accountName, accountAddress, isVerifiedName } = payee
  return (
    <>
      <CopiedFact label={t('field/payee')} value={accountName} />
      <CopiedFact label={t(numberKind ? 'field/bank' : 'field/network')} value={bank} />
      {numberKind ? (
        <CopiedFact label={t(`numberKind/${numberKind}`)} value={number} shown={inFours(number)} />
      ) : (
        <CopiedFact label={t('field/walletAddress')} value={number} />
      )}
      <CopiedFact label={t('field/bankCode')} value={bankCode} />
      <CopiedFact label={t('field/payeeAddress')} value={accountAddress} />
      <Fact name={t('field/verifiedName')}>
        <Mark level={isVerifiedName ? 'good' : 'bad'}>{t(isVerifiedName ? 'sameName' : 'otherName')}</Mark>
      </Fact>
    </>
  )
}

/** The sum to pay and to whom; each value is copied by a press. The whole payee is shown to whoever picked it up. */
export function PayBox({ withdrawal }: { withdrawal: OpenWithdrawal }) {
  const { currency } = useSession().session
  const { amount, fee, toPay, payee, bound, methodName, method, status } = withdrawal
  return (
    <Box name={t(status === 'under_review' ? 'payExactly' : 'field/toPay')}>
      <Copy isLarge label={t('field/toPay')} value={toPay} shown={`${grouped(toPay)} ${currency}`} />
      <p className="box__note">{t('askedLessFee', { amount: grouped(amount), fee: grouped(fee) })}</p>
      {payee ? (
        <Payee payee={payee} bank={methodName} />
      ) : (
        <>
          <Fact name={t('field/method')}>{method}</Fact>
          <Fact name={t('field/numberKind')}>{bound?.numberKind && t(`numberKind/${bound.numberKind}`)}</Fact>
          <CopiedFact label={t('field/bankCode')} value={bound?.bankCode ?? null} />
        </>
      )}
      {!payee && status === 'under_review' && <p className="box__note">{t('payeeAfterPickUp')}</p>}
    </Box>
  )
}
