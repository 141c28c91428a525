import type { OpenDeposit } from '../../contract/consoleMoney'
import { t } from '../texts'
import { bankLineText, bankVerdict } from './bank'
import { Mark } from './Mark'
import { Box, Fact } from './Sheet'

/** What the bank shows for a deposit, before anybody decides. */
export function BankBox({ bank }: { bank: OpenDeposit['bank'] }) {
  if (!bank) return <Box name={t('bank/title')}>{t('bank/none')}</Box>
  return (
    <Box name={t('bank/title')}>
      <p>
        <Mark level={bank.agrees ? 'good' : 'soon'}>
          {bank.agrees && '✓ '}
          {bankVerdict(bank)}
        </Mark>
      </p>
      <p>{bankLineText(bank)}</p>
      {bank.text && (
        <p className="box__note">
          <bdi>{bank.text}</bdi>
        </p>
      )}
      {bank.lines > 1 && <Fact name="">{t('bank/several', { lines: bank.lines })}</Fact>}
    </Box>
  )
}
