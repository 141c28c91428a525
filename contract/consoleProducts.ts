import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable } from './common'
import { PublicTerms } from './market'

/** Products as the staff console shows them. */

export const ConsoleProduct = closed({
  symbol: Type.String(),
  name: Type.String(),
  status: Type.String(),
  maintenanceUntil: nullable(Instant),
  openOrders: Type.Integer(),
  /** The most that the house pays if every open order of this side wins. */
  exposureUp: MoneyText,
  exposureDown: MoneyText,
  /** New orders that would bring the side above this are refused; null for no limit. */
  limitUp: nullable(MoneyText),
  limitDown: nullable(MoneyText),
})
export type ConsoleProduct = Static<typeof ConsoleProduct>

/** The current terms of a product, part by part. */
export const ProductDetail = closed({
  symbol: Type.String(),
  category: Type.String(),
  decimals: Type.Integer(),
  source: Type.String(),
  revision: Type.Integer(),
  names: PublicTerms,
  durations: PublicTerms,
  stakes: PublicTerms,
  calendar: PublicTerms,
  maintenance: PublicTerms,
  /** How long in advance a change has to be announced. */
  noticeMinutes: Type.Integer(),
})
export type ProductDetail = Static<typeof ProductDetail>
