/** Parts of a page in the order in which they are seen; each is a skeleton of its size in cover.scss. */
export type Part = 'tabs' | 'hero' | 'tall' | 'block' | 'row' | 'field' | 'title' | 'line'

const times = (count: number, part: Part): Part[] => Array.from({ length: count }, () => part)

const FORM: Part[] = ['block', 'tall']
const FIELDS: Part[] = times(4, 'field')
const ROWS: Part[] = times(9, 'row')
const FOUND: Part[] = ['tabs', ...ROWS]
const TEXT: Part[] = ['title', ...times(12, 'line')]

/** By the page's path without "pages/". The others are lists of rows. */
const SHAPES: Partial<Record<string, Part[]>> = {
  'news/news': ['tall', ...times(4, 'block')],
  'order/order': ['tabs', ...times(5, 'block')],
  'user/user': ['hero', ...ROWS],
  'login/login': FIELDS,
  'login/registerCheck': FIELDS,
  'login/register': FIELDS,
  'login/reset': FIELDS,
  'password/password': FIELDS,
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

/** What a page will show, from its path with or without a slash before it and a query behind it. */
export const shapeOf = (path: string): readonly Part[] =>
  SHAPES[path.replace(/^\/?pages\//, '').replace(/\?.*/, '')] ?? ROWS
