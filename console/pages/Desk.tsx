import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { Proposal } from '../../contract/consoleProposals'
import type { DeskItem } from '../../contract/consoleWaiting'
import { call } from '../api'
import { Age, Due } from '../parts/Due'
import { Icon } from '../parts/Icon'
import { type Asked, NoRows } from '../parts/NoRows'
import { ProposalRow } from '../parts/ProposalRow'
import { ClaimMark } from '../parts/Queue'
import { Row } from '../parts/Row'
import { useReloading } from '../parts/useReloading'
import { useSession } from '../session'
import { grouped, t } from '../texts'

interface PartProps<T> {
  name: string
  items: readonly T[]
  asked: Asked
  /** Said if there is nothing; without it the part is left out then. */
  none?: string
  addressOf(item: T): string
  row(item: T): ReactNode
}

/** A list of one kind of work, each line the way to its page. */
function Part<T>({ name, items, asked, none, addressOf, row }: PartProps<T>) {
  if (items.length === 0 && none === undefined) return null
  return (
    <section className="desk__part" aria-label={name}>
      <h2>
        {name} {items.length > 0 && <small>{items.length}</small>}
      </h2>
      {items.length === 0 ? (
        <NoRows of={asked} none={none ?? ''} />
      ) : (
        <ul className="rows box box--flush">
          {items.map((item) => (
            <li key={addressOf(item)}>
              <Link className="row" href={addressOf(item)}>
                {row(item)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const itemAddress = ({ queue, key }: DeskItem) => `/${queue}?open=${encodeURIComponent(key)}`
const proposalAddress = ({ id }: Proposal) => `/proposals?open=${id}`

function ItemRow({ item }: { item: DeskItem }) {
  const { currency } = useSession().session
  const { queue, key, account, amount, since, dueAt, claim } = item
  return (
    <Row
      name={
        <>
          <Icon name={queue} /> {account}
        </>
      }
      detail={queue === 'verifications' ? t('userNumber', { key }) : key}
      figure={amount === null ? null : `${grouped(amount)} ${currency}`}
      about={
        <>
          {t(`menu/${queue}`)} · <Age from={since} />
        </>
      }
      due={
        <>
          <ClaimMark claim={claim} />
          <Due at={dueAt} from={since} />
        </>
      }
    />
  )
}

/** Moves the focus to the line after (or before) the one that has it; Enter opens it. */
function step(desk: HTMLElement | null, by: 1 | -1) {
  const lines = [...(desk?.querySelectorAll<HTMLElement>('a.row') ?? [])]
  const at = lines.indexOf(document.activeElement as HTMLElement)
  lines[Math.max(0, Math.min(at + by, lines.length - 1))]?.focus()
}

/** One's own work: what one has claimed, what waits for one's word, what is due first, and what one has proposed. */
export function Desk() {
  const place = useRef<HTMLDivElement>(null)
  const desk = useQuery({ queryKey: ['desk'], queryFn: () => call('getDesk', {}) })
  const proposals = useQuery({ queryKey: ['proposals'], queryFn: () => call('listProposals', {}) })
  useReloading(() => Promise.all([desk.refetch(), proposals.refetch()]))
  const items = desk.data?.items ?? []
  const mine = items.filter(({ claim }) => claim?.mine)
  const byExpiry = [...(proposals.data?.items ?? [])].sort((a, b) => a.expiresAt.localeCompare(b.expiresAt))
  const itemPart = { asked: desk, addressOf: itemAddress, row: (item: DeskItem) => <ItemRow item={item} /> }
  const proposalPart = {
    asked: proposals,
    addressOf: proposalAddress,
    row: (each: Proposal) => <ProposalRow proposal={each} due={<Due at={each.expiresAt} from={each.createdAt} />} />,
  }
  return (
    <div className="desk" ref={place}>
      <p className="desk__done">
        {desk.data && t('desk/done', { count: desk.data.doneToday })}
        <span>
          <Button size="small" type="text" aria-keyshortcuts="J" onClick={() => step(place.current, 1)}>
            {t('do/next')}
          </Button>
          <Button size="small" type="text" aria-keyshortcuts="K" onClick={() => step(place.current, -1)}>
            {t('do/previous')}
          </Button>
        </span>
      </p>
      <Part name={t('desk/mine')} items={mine} {...itemPart} />
      <Part name={t('desk/agree')} items={byExpiry.filter((each) => each.mayAgree && !each.mine)} {...proposalPart} />
      <Part
        name={t('desk/next')}
        items={items.filter(({ claim }) => !claim?.mine)}
        none={t('nothingWaits')}
        {...itemPart}
      />
      <Part name={t('desk/proposed')} items={byExpiry.filter(({ mine: isMine }) => isMine)} {...proposalPart} />
    </div>
  )
}
