/** The shapes of pages that are loading. The twin is `pageShapes.weapp.ts`. */

import { translate } from '../i18n'
import { backButton, drawPagesBy, element, type WaitingCover } from '../platform/pageCover'
import { findRoute } from '../routes'

/** A part of a page; h5/pageCover.scss has its size. */
type Part = 'tabs' | 'hero' | 'tall' | 'block' | 'row' | 'field' | 'title' | 'line'

const times = (count: number, part: Part): Part[] => Array.from({ length: count }, () => part)

const FORM: Part[] = ['block', 'tall']
const FIELDS: Part[] = times(4, 'field')
const ROWS: Part[] = times(9, 'row')
const FOUND: Part[] = ['tabs', ...ROWS]
const TEXT: Part[] = ['title', ...times(12, 'line')]

/** From the top down, by the page's path without "pages/". The others are lists of rows. */
const SHAPES: Partial<Record<string, Part[]>> = {
  'news/news': ['tall', ...times(4, 'block')],
  'order/order': ['tabs', ...times(5, 'block')],
  'user/user': ['hero', ...ROWS],
  'login/login': FIELDS,
  'login/registerCheck': FIELDS,
  'login/register': FIELDS,
  'login/reset': FIELDS,
  'password/password': FIELDS,
  'lock/lock': ['title', 'tall'],
  'product/product': FOUND,
  'money-record/money-record': FOUND,
  'message/message': FOUND,
  'money/money': ['hero', 'block', 'tall'],
  'deposit/deposit': FORM,
  'withdraw-money/withdraw-money': FORM,
  'transfer/transfer': FORM,
  'account/account': FORM,
  'account/account-detail': FORM,
  'verify/verify': ['tabs', ...FORM],
  'check/check': ['tall', 'tall', 'block'],
  'order/closed': ['tall', 'tall', 'block'],
  'results/results': ['tabs', 'tall', 'block', 'tall'],
  'statement/statement': ['tabs', 'block', ...ROWS],
  'index/detail': TEXT,
  'money/detail': TEXT,
  'news/detail': TEXT,
  'aboutUs/aboutUs': TEXT,
  'yinsi/yinsi': TEXT,
  'yinsi/gy': TEXT,
}

/** Begins with the user's name instead of a bar. */
const BARE = 'user/user'

/** A page that is loading: its bar with its title, and its shape, where the page itself will have them. */
function drawPageShape({ path, backLabel, onBack }: WaitingCover): HTMLElement[] {
  const name = path.replace(/^\/?pages\//, '').replace(/\?.*/, '')
  const body = element('div', 'page-cover__body')
  const parts = SHAPES[name] ?? ROWS
  body.append(...parts.map((part) => element('div', `skeleton skeleton--${part} page-cover__${part}`)))
  const route = findRoute(path)
  if (!route || name === BARE) return [body]
  const bar = element('div', 'page-cover__bar')
  const title = element('span', 'page-cover__name')
  title.textContent = translate(route.titleKey)
  if (onBack) bar.append(backButton(backLabel, onBack))
  bar.append(title)
  return [bar, body]
}

/** From now on a page that is loading is shown by its own title and shape. */
export const startPageShapes = (): void => drawPagesBy(drawPageShape)
