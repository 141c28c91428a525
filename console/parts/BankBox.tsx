import type { OpenDeposit } from '../../contract/consoleMoney'
import { day, grouped, moment, t } from '../texts'
import { bankLineText, bankVerdict } from './bank'
import { Compared, type Pair } from './Compared'
import { Mark } from './Mark'
import { Box, Fact } from './Sheet'

/** Until a day is over everywhere, from its midnight in UTC. */
const DAY_MS = 36 * 3_600_000

/** The money cannot have come before its user was told where to send it. */
const isLater = (bookedOn: string, createdAt: string) => Date.parse(bookedOn) + DAY_MS >= Date.parse(createdAt)

/** What both sides say, in pairs; undefined for one that only one of them says. */
function pairsOf({ bank, key, amount, createdAt }: OpenDeposit, currency: string): Pair[] {
  if (!bank) return []
  const { payer } = bank
  return [
    {
      name: t('field/amount'),
      bank: `${grouped(bank.amount)} ${bank.currency}`,
      deposit: `${grouped(amount)} ${currency}`,
      agrees: bank.agrees,
    },
    {
      name: t('field/reference'),
      bank: bank.isExact ? key : t('bank/inexact'),
      deposit: key,
      agrees: bank.isExact,
    },
    {
      name: t('bank/payer'),
      bank: payer?.isNamed ? payer.name : t('bank/seeText'),
      deposit: payer ? payer.name : t('bank/notVerified'),
      agrees: payer?.isNamed,
    },
    {
      name: t('field/bookedOn'),
      bank: day(bank.bookedOn),
      deposit: moment(createdAt),
      agrees: isLater(bank.bookedOn, createdAt),
    },
  ]
}

/** What the bank shows for a deposit, next to what the deposit says, with each difference marked, before anybody decides. */
export function BankBox({ deposit, currency }: { deposit: OpenDeposit; currency: string }) {
  const { bank } = deposit
  if (!bank) return <Box name={t('bank/title')}>{t('bank/none')}</Box>
  return (
    <Box name={t('bank/title')}>
      <p>
        <Mark level={bank.agrees ? 'good' : 'soon'}>
          {bank.agrees && '✓ '}
          {bankVerdict(bank)}
        </Mark>
      </p>
      <Compared pairs={pairsOf(deposit, currency)} />
      <p className="box__note">{bankLineText(bank)}</p>
      {bank.text && (
        <p className="box__note">
          <bdi>{bank.text}</bdi>
        </p>
      )}
      {bank.lines > 1 && <Fact name="">{t('bank/several', { lines: bank.lines })}</Fact>}
    </Box>
  )
}
