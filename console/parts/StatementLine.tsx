import { Link } from 'wouter'
import { STATEMENT_LINE_STATES, type StatementLineGroup } from '../../contract/console'
import type { ImportedLine } from '../../contract/consoleStatements'
import { useSession } from '../session'
import { day, grouped, moment, t } from '../texts'
import { ActionButton } from './ActionButton'
import { Sign } from './Compared'
import { Due } from './Due'
import { Mark, type MarkLevel } from './Mark'

const LEVELS: Record<StatementLineGroup, MarkLevel> = {
  matched: 'open',
  doubtful: 'soon',
  unmatched: 'plain',
  aside: 'good',
  done: 'good',
}

interface Props {
  line: ImportedLine
  /** By the keys, which then reach what can be done with it. */
  isChosen: boolean
}

/** Sets aside a line that pays no deposit, or reopens it. */
function AsideButton({ line, isChosen }: Props) {
  const group = STATEMENT_LINE_STATES[line.state]
  if (group === 'matched' || group === 'done') return null
  const action = group === 'aside' ? 'statement-lines.reopen' : 'statement-lines.set-aside'
  return (
    <ActionButton
      size="small"
      action={action}
      params={{ line: line.id }}
      about={`${grouped(line.amount)} ${line.currency}`}
      {...(isChosen && { 'aria-keyshortcuts': 'S' })}
    />
  )
}

/** The deposit that the line names: its amount, its user, and when it is due. */
function DepositSide({ line: { deposit, reference, account } }: Pick<Props, 'line'>) {
  if (!deposit) return <span className="match__none">{t(`statement/${reference ? 'noDeposit' : 'noReference'}`)}</span>
  const { amount, status, createdAt, dueAt } = deposit
  return (
    <>
      <span className="match__amount">{grouped(amount)}</span>
      <span className="match__who">
        <b>{account ?? t('forgottenUser')}</b> <small>{reference}</small>{' '}
        {status === 'under_review' ? <Due at={dueAt} from={createdAt} /> : <small>{t(`status/${status}`)}</small>}
      </span>
    </>
  )
}

/** How far the two are apart, and the way to the deposit. */
function Ways({ line, isChosen }: Props) {
  const { deposit, reference, currency, state } = line
  if (!deposit || !reference || STATEMENT_LINE_STATES[state] === 'done') return null
  const { difference, proposed } = deposit
  return (
    <>
      {difference !== null && /[1-9]/.test(difference) && (
        <b>{t('bank/differs', { difference: grouped(difference), currency })}</b>
      )}
      {proposed && <Mark level="open">{t('statement/credit')}</Mark>}
      <Link className="way" href={`/deposits?open=${reference}`} {...(isChosen && { 'aria-keyshortcuts': 'O' })}>
        {t('statement/openDeposit')}
      </Link>
    </>
  )
}

/** A line of the bank next to the deposit that it names, with a sign for whether they agree. */
export function StatementLine({ line, isChosen }: Props) {
  const { currency } = useSession().session
  const { state, aside, text, deposit } = line
  const agrees = deposit ? line.currency === currency && /^-?[0.]+$/.test(deposit.difference ?? '-') : undefined
  return (
    <li {...(isChosen && { 'aria-current': true })}>
      <div className="match">
        <span className="match__bank">
          <bdi>{text ?? <i>{t('statement/lost')}</i>}</bdi>{' '}
          <small>
            {t('field/place')} {line.place} · {day(line.bookedOn)}
          </small>
        </span>
        <span className="match__amount">
          {grouped(line.amount)} <small>{line.currency}</small>
        </span>
        <Sign agrees={agrees} />
        <DepositSide line={line} />
        <span className="row__more match__more">
          <Mark level={LEVELS[STATEMENT_LINE_STATES[state]]}>{t(`statement/state/${state}`)}</Mark>
          <Ways line={line} isChosen={isChosen} />
          {aside && (
            <span>
              <bdi>{aside.reason}</bdi> ({aside.by}, {moment(aside.at)})
            </span>
          )}
          <AsideButton line={line} isChosen={isChosen} />
        </span>
      </div>
    </li>
  )
}
