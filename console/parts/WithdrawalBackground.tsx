import type { OpenWithdrawal, WithdrawalBackground, WithdrawalRisk } from '../../contract/consoleMoney'
import { useSession } from '../session'
import { age, grouped, moment, t } from '../texts'
import { Icon } from './Icon'
import { Box, Fact } from './Sheet'

/** Reasons for a closer look with their figures, above everything else. */
export function Risks({ withdrawal, background }: { withdrawal: OpenWithdrawal; background: WithdrawalBackground }) {
  const { risks, deposited, withdrawn, hold, registeredAt, payoutAccountSince } = background
  if (risks.length === 0) return null
  const figures: Partial<Record<WithdrawalRisk, string>> = {
    payout_account_fresh: payoutAccountSince === null ? '' : age(payoutAccountSince),
    account_fresh: age(registeredAt),
    more_than_deposited: t('inAndOut', {
      deposited: grouped(deposited),
      withdrawn: grouped(withdrawn),
      amount: grouped(withdrawal.amount),
    }),
    on_hold: hold ? t('holdUntil', { reason: t(`hold/${hold.reason}`), until: moment(hold.until) }) : '',
  }
  return (
    <section className="risks" aria-labelledby="risks">
      <h3 id="risks">{t('lookFirst')}</h3>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>
            <Icon name="look" /> {[t(`risk/${risk}`), figures[risk]].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who asks for the money. */
export function UserBox({ account, background }: { account: string; background: WithdrawalBackground }) {
  const { currency } = useSession().session
  const { hold } = background
  return (
    <Box name={account}>
      <Fact name={t('field/deposited')}>{`${grouped(background.deposited)} ${currency}`}</Fact>
      <Fact name={t('field/withdrawn')}>{`${grouped(background.withdrawn)} ${currency}`}</Fact>
      <Fact name={t('field/registeredAt')}>{moment(background.registeredAt)}</Fact>
      <Fact name={t('field/payoutAccountSince')}>{moment(background.payoutAccountSince)}</Fact>
      <Fact name={t('field/hold')}>{hold && `${t(`hold/${hold.reason}`)}, ${moment(hold.until)}`}</Fact>
    </Box>
  )
}

/** Newest movements of the user's money, and what colleagues noted. */
export function History({ reference, background }: { reference: string; background: WithdrawalBackground }) {
  const { moves, notes } = background
  return (
    <>
      <Box name={t('field/moves')}>
        <ul className="moves">
          {moves.map((move) => (
            <li key={move.reference} {...(move.reference === reference && { 'aria-current': true })}>
              <span>{moment(move.at)}</span>
              <span>{t(`oneOf/${move.kind}`, { reference: move.reference })}</span>
              <b>{`${move.kind === 'deposit' ? '+' : '−'}${grouped(move.amount)}`}</b>
              <span>{t(move.reference === reference ? 'thisOne' : `status/${move.status}`)}</span>
            </li>
          ))}
        </ul>
      </Box>
      {notes.length > 0 && (
        <Box name={t('field/notes')}>
          {notes.map(({ author, text, at }) => (
            <div key={at + author} className="note">
              <small>
                {author}, {moment(at)}
              </small>
              <bdi>{text}</bdi>
            </div>
          ))}
        </Box>
      )}
    </>
  )
}
