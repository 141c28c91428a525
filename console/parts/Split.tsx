import { Button, Drawer, Grid } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useSearch } from 'wouter'
import { t } from '../texts'
import { More, type Pages } from './More'
import { type Asked, NoRows } from './NoRows'
import { Sheet } from './Sheet'

interface Entry {
  key: string
}

interface Props<T extends Entry> {
  /** Path of the page; its name is in the menu's texts. */
  page: string
  items: readonly T[]
  asked: Asked
  /** In a wide window the first item is open as soon as the list is there. */
  opensFirst?: boolean
  pages?: Pages
  /** In a few words next to the name of the page. */
  summary?: ReactNode
  /** Choices and search above the list. */
  tools?: ReactNode
  /** Said if there is nothing. */
  none: string
  row(item: T): ReactNode
  /** Next to the row, for example a box to choose it. */
  before?(item: T): ReactNode
  /** Shown while no item is open, under the list in a narrow window. An open item can then be closed. */
  overview?: ReactNode
  /** Name of the open item, which may be missing in the list. */
  nameOf(key: string, item: T | undefined): string
  /** The open item. */
  show(key: string, item: T | undefined): ReactNode
}

const addressOf = (page: string, key: string) => `/${page}?open=${encodeURIComponent(key)}`

/** Its key is in the address, so that other pages can link to it. */
const useOpened = () => new URLSearchParams(useSearch()).get('open') ?? undefined

/** Steps to the next and the previous item, also from one that has left the list since. */
function useSteps<T extends Entry>(
  { page, items, asked: { isLoading } }: Pick<Props<T>, 'page' | 'items' | 'asked'>,
  opened: string | undefined,
) {
  const [, navigate] = useLocation()
  const at = useRef(-1)
  // A key may be pressed before the list is there.
  const [wanted, setWanted] = useState<number>()
  const found = items.findIndex(({ key }) => key === opened)
  if (found >= 0) at.current = found
  else if (opened === undefined) at.current = -1
  const open = (index: number) => {
    const item = items[Math.max(0, Math.min(index, items.length - 1))]
    if (item) navigate(addressOf(page, item.key), { replace: true })
    else if (isLoading) setWanted(index)
  }
  useEffect(() => {
    if (wanted === undefined || isLoading) return
    setWanted(undefined)
    open(wanted)
  })
  return {
    // The one after an item that is gone has taken its place.
    next: () => open(found < 0 && opened !== undefined ? at.current : at.current + 1),
    previous: () => open(at.current - 1),
  }
}

function Steps({ next, previous }: ReturnType<typeof useSteps>) {
  return (
    <div className="split__foot">
      <Button size="small" type="text" aria-keyshortcuts="J" onClick={next}>
        {t('do/next')}
      </Button>
      <Button size="small" type="text" aria-keyshortcuts="K" onClick={previous}>
        {t('do/previous')}
      </Button>
    </div>
  )
}

interface RowsProps<T extends Entry> extends Pick<Props<T>, 'page' | 'items' | 'row' | 'before'> {
  opened: string | undefined
}

function Rows<T extends Entry>({ page, items, row, before, opened }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (opened !== undefined) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  return (
    <ul className="rows" ref={list}>
      {items.map((item) => (
        <li key={item.key}>
          {before?.(item)}
          <Link
            className="row"
            href={addressOf(page, item.key)}
            replace
            {...(item.key === opened && { 'aria-current': true })}
          >
            {row(item)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Where the open item is shown. It moves there as it is, with the text typed into it. */
function ItemPlace({ item }: { item: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.append(item), [item])
  return <div className="split__place" ref={place} />
}

function itemElement() {
  const element = document.createElement('div')
  element.className = 'split__place'
  return element
}

/**
 * A list with the open item: side by side in a wide window, else the item comes over the list. The one form of every
 * page on which staff work through items.
 */
export function Split<T extends Entry>(props: Props<T>) {
  const { page, items, asked, opensFirst, pages, summary, tools, none, overview, nameOf, show } = props
  const [, navigate] = useLocation()
  const { xl: isWide } = Grid.useBreakpoint()
  const opened = useOpened()
  const steps = useSteps(props, opened)
  const item = items.find(({ key }) => key === opened)
  const name = opened === undefined ? '' : nameOf(opened, item)
  const [place] = useState(itemElement)
  const close = () => navigate(`/${page}`, { replace: true })
  const [first] = items
  useEffect(() => {
    if (opensFirst && isWide && opened === undefined && first) navigate(addressOf(page, first.key), { replace: true })
  }, [opensFirst, isWide, opened, first, page, navigate])
  return (
    <div className="split">
      <section className="split__list" aria-label={t(`menu/${page}`)}>
        <header className="split__head">
          <h1>{t(`menu/${page}`)}</h1>
          {summary}
        </header>
        {tools && <div className="split__tools">{tools}</div>}
        <div className="split__scroll">
          <Rows {...props} opened={opened} />
          {items.length === 0 && <NoRows of={asked} none={none} />}
          {pages && <More list={pages} />}
          {isWide === false && overview}
        </div>
        <Steps {...steps} />
      </section>
      {isWide && (
        <div className="split__item">
          {opened === undefined ? (
            (overview && <Sheet name={t(`menu/${page}`)}>{overview}</Sheet>) || (
              <p className="none">{t('chooseItem')}</p>
            )
          ) : (
            <>
              <header className="split__head">
                <h2>{name}</h2>
                {overview && (
                  <Button className="split__close" size="small" type="text" onClick={close}>
                    {t('do/close')}
                  </Button>
                )}
              </header>
              <ItemPlace item={place} />
            </>
          )}
        </div>
      )}
      {isWide === false && (
        <Drawer
          title={name}
          size="min(900px, 100vw)"
          open={opened !== undefined}
          onClose={close}
          destroyOnHidden
          styles={{ body: { display: 'flex', flexDirection: 'column', padding: 0, overflow: 'hidden' } }}
        >
          {opened !== undefined && <ItemPlace item={place} />}
        </Drawer>
      )}
      {opened !== undefined &&
        createPortal(
          <Sheet key={opened} name={name || t('item')}>
            {show(opened, item)}
          </Sheet>,
          place,
        )}
    </div>
  )
}
