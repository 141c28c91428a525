import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input } from 'antd'
import type { OpenDeposit as Deposit, DepositItem } from '../../contract/consoleMoney'
import type { BankSide } from '../../contract/consoleStatements'
import { call, pictureOf } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { BankBox } from '../parts/BankBox'
import { bankLineText, isAmountOf } from '../parts/bank'
import { Claiming } from '../parts/Claiming'
import { Copy } from '../parts/Copy'
import { channelName } from '../parts/channelName'
import { RejectionFields } from '../parts/Fields'
import { Photo } from '../parts/Photo'
import { useReasons } from '../parts/reasons'
import { Box, Fact } from '../parts/Sheet'
import { useSession } from '../session'
import { grouped, moment, t } from '../texts'

/** The notices of the paying service, line by line. */
const Notices = ({ notices, currency }: { notices: Deposit['notices']; currency: string }) =>
  notices.map(({ status, amount, refusal, at }) => (
    <div key={at + status + amount}>
      {moment(at)}: {t(`paymentNotice/${status}`)}, {grouped(amount)} {currency}
      {refusal && ` – ${t(`noticeRefusal/${refusal}`)}`}
    </div>
  ))

/** A person who credits something else types what the bank shows. */
const BankAmount = ({ bank }: { bank: BankSide }) => (
  <Form.Item
    name="bankAmount"
    label={`${t('bank/amount')} (${bank.currency})`}
    required
    rules={[
      {
        validator: (_, typed) =>
          isAmountOf(bank, typed) ? Promise.resolve() : Promise.reject(new Error(t('bank/type'))),
      },
    ]}
  >
    <Input inputMode="decimal" autoComplete="off" maxLength={24} />
  </Form.Item>
)

/** The third way out: a line that pays something else leaves the deposit alone. */
const AsideButton = ({ bank }: { bank: NonNullable<Deposit['bank']> }) => (
  <ActionButton
    aria-keyshortcuts="S"
    action="statement-lines.set-aside"
    params={{ line: bank.line }}
    about={bankLineText(bank)}
  >
    {t('bank/setAside')}
  </ActionButton>
)

/** The decisions that can end it. */
function Steps({ deposit, currency }: { deposit: Deposit; currency: string }) {
  const { key: reference, account, amount, status, bank } = deposit
  const about = `${grouped(amount)} ${currency} · ${account}`
  const differing = bank && !bank.agrees ? bank : undefined
  return (
    <>
      <ActionButton
        type="primary"
        danger={differing !== undefined}
        aria-keyshortcuts="P"
        action="deposits.approve"
        params={{ reference, amount }}
        about={about}
        initial={{ ...(status === 'failed' && { late: true }), reason: bank?.agrees ? bankLineText(bank) : undefined }}
        toParams={(typed) => (differing ? { ...typed, bankAmount: differing.amount } : typed)}
        fields={
          <>
            <BankBox deposit={deposit} currency={currency} />
            {status === 'failed' && (
              <Form.Item name="late" valuePropName="checked">
                <Checkbox>{t('late')}</Checkbox>
              </Form.Item>
            )}
            {differing && <BankAmount bank={differing} />}
          </>
        }
      >
        {differing &&
          t('bank/creditAlthough', {
            amount: `${grouped(amount)} ${currency}`,
            shown: `${grouped(differing.amount)} ${differing.currency}`,
          })}
      </ActionButton>
      {status === 'under_review' && (
        <ActionButton
          aria-keyshortcuts="R"
          action="deposits.reject"
          params={{ reference }}
          about={about}
          fields={<RejectionFields what="deposit" />}
          danger
        />
      )}
      {differing && <AsideButton bank={differing} />}
    </>
  )
}

/** One deposit: what arrived, the proof of it, and the decisions. */
export function OpenDeposit({ reference, item }: { reference: string; item: DepositItem | undefined }) {
  const { currency } = useSession().session
  const { readFailure } = useReasons()
  const opened = useQuery({
    queryKey: ['deposit', reference],
    queryFn: () => call('openDeposit', { params: { key: reference } }),
  })
  if (opened.error) return <Alert type="warning" title={t('problem/not_found')} />
  if (!opened.data) return null
  const deposit = opened.data
  const { amount, status, notices } = deposit
  const { claim } = item ?? deposit
  return (
    <>
      <BankBox deposit={deposit} currency={currency} />
      <Box name={t('creditExactly')}>
        <Copy isLarge label={t('field/amount')} value={amount} shown={`${grouped(amount)} ${currency}`} />
        <Fact name={t('field/reference')}>
          <Copy label={t('field/reference')} value={reference} />
        </Fact>
        <Fact name={t('field/account')}>
          <Copy label={t('field/account')} value={deposit.account} />
        </Fact>
        <Fact name={t('field/channel')}>{channelName(deposit)}</Fact>
        <Fact name={t('field/status')}>{t(`status/${status}`)}</Fact>
        <Fact name={t('field/createdAt')}>{moment(deposit.createdAt)}</Fact>
        <Fact name={t('field/reason')}>{readFailure(deposit.reason)}</Fact>
        <Fact name={t('field/notices')}>{notices.length > 0 && <Notices notices={notices} currency={currency} />}</Fact>
      </Box>
      {deposit.hasProof && deposit.claim?.mine && (
        <div className="box">
          <Photo name={t('proof')} src={pictureOf('getDepositProof', { key: reference })} />
        </div>
      )}
      {/* Money that comes after a rejection needs its own deposit. */}
      {status !== 'successful' && deposit.reason?.code !== 'rejected' && (
        <Claiming queue="deposits" item={{ key: reference, claim }}>
          <Steps deposit={deposit} currency={currency} />
        </Claiming>
      )}
    </>
  )
}
