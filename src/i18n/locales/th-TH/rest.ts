import { keepThaiWordsIn } from '../../../domain/thaiWords'
import { mergeGroups } from '../../mergeGroups'
import alerts from './alerts.json'
import auth from './auth.json'
import chart from './chart.json'
import content from './content.json'
import guess from './guess.json'
import identity from './identity.json'
import limits from './limits.json'
import operator from './operator.json'
import passkeys from './passkeys.json'
import products from './products.json'
import profile from './profile.json'
import results from './results.json'
import savings from './savings.json'
import trade from './trade.json'
import wallet from './wallet.json'

/** The texts of all other pages. Made by `node scripts/docs/texts.mjs`. */
export const messages = keepThaiWordsIn(
  mergeGroups([
    alerts,
    auth,
    chart,
    content,
    guess,
    identity,
    limits,
    operator,
    passkeys,
    products,
    profile,
    results,
    savings,
    trade,
    wallet,
  ]),
)
