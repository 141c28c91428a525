import { ROUTES, type RoutePath } from '../../src/routes'
import { CHECKED } from './marketAnswers'
import type { Screen } from './screen'
import { SHEETS } from './sheets'
import { SHELF_SCREENS } from './shelves'
import { STATES } from './states'

/** Parameters with which a page shows something. */
const PARAMS: Partial<Record<RoutePath, Record<string, string>>> = {
  'pages/Detail/Detail': { symbol: 'BTCUSDT' },
  'pages/news/detail': { id: 'a' },
  'pages/order/closed': { id: CHECKED.id },
  'pages/index/detail': { id: 'terms' },
}

const GUESTS: readonly RoutePath[] = [
  'pages/welcome/welcome',
  'pages/login/login',
  'pages/login/registerCheck',
  'pages/login/register',
  'pages/login/reset',
]

/** Shows nothing: it leads to the order tab. */
const LEADS_ON: RoutePath = 'pages/order/jump'

const plain: Screen[] = ROUTES.filter(({ path }) => path !== LEADS_ON).map(({ path }) => ({
  name: path.replace('pages/', ''),
  page: path,
  ...(PARAMS[path] && { params: PARAMS[path] }),
  ...(GUESTS.includes(path) && { guest: true }),
}))

/** Every page, then its other states, every sheet and dialog, and the texts that no state above shows. */
export const SCREENS: readonly Screen[] = [...plain, ...STATES, ...SHEETS, ...SHELF_SCREENS]
