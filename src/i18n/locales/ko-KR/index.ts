import auth from './auth.json'
import market from './market.json'
import profile from './profile.json'
import shell from './shell.json'
import trade from './trade.json'

/** Each file holds whole top-level groups, e.g. `auth.json` holds `{ "auth": { … } }`. */
export const messages = { ...shell, ...auth, ...profile, ...market, ...trade }
