import type { ReactNode } from 'react'

interface Props {
  /** Who or what it is. */
  name: ReactNode
  /** Its number or further name, in small letters. */
  detail?: ReactNode
  /** How, from where, since when. */
  about?: ReactNode
  /** At the right: what counts most. */
  figure?: ReactNode
  /** Below the figure. */
  due?: ReactNode
  /** Over the whole width. */
  more?: ReactNode
}

/** A line of a list, the same in each. */
export const Row = ({ name, detail, about, figure, due, more }: Props) => (
  <>
    <span className="row__name">
      <b>{name}</b> {detail && <small>{detail}</small>}
    </span>
    <span className="row__figure">{figure}</span>
    <span className="row__about">{about}</span>
    <span className="row__due">{due}</span>
    {more && <span className="row__more">{more}</span>}
  </>
)
