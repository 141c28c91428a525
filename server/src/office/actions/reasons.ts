import { LOCALES } from '../../../../contract/locales'
import { keyOf, type Reason, type ReasonTexts } from '../../modules/reasons/service'
import { ConsoleRefusal } from '../../staff/refusal'
import type { ActionHandler, ConsoleDeps } from '../action'

const isSame = (now: Reason, { offered, texts }: { offered: boolean; texts: ReasonTexts }) =>
  now.offered === offered && LOCALES.every((locale) => now.texts[locale] === texts[locale])

async function check({ reasons }: ConsoleDeps, wish: Pick<Reason, 'what' | 'code' | 'offered' | 'texts'>) {
  // "other" stands for a note and has no text.
  if (wish.code === 'other') throw new ConsoleRefusal('reason_fixed')
  const now = (await reasons.list()).find(({ code }) => code === wish.code)
  if (now && now.what !== wish.what) throw new ConsoleRefusal('reason_elsewhere')
  if (now && isSame(now, wish)) throw new ConsoleRefusal('reason_same')
}

type Written = readonly { locale: (typeof LOCALES)[number]; text: string }[]

function byLocale(texts: Written): ReasonTexts {
  const found = Object.fromEntries(texts.map(({ locale, text }) => [locale, text.trim()])) as ReasonTexts
  if (LOCALES.some((locale) => !found[locale])) throw new ConsoleRefusal('invalid_request')
  return found
}

/** Sets the words of a reason in every language and whether staff can choose it; earlier decisions keep their words. */
export const writeReason: ActionHandler<'reasons.write'> = {
  subject: ({ code }) => `reason ${code}`,
  check: (deps, { texts, ...wish }) => check(deps, { ...wish, texts: byLocale(texts) }),
  async run({ tx, deps, asker }, { texts, ...wish }) {
    const at = new Date(deps.clock.now())
    const result = await deps.reasons.write(tx, { ...wish, texts: byLocale(texts), by: asker, at })
    if (result === 'elsewhere') throw new ConsoleRefusal('reason_elsewhere')
    const key = keyOf({ code: wish.code, version: result.version })
    return { details: { key, offered: wish.offered, texts: byLocale(texts) } }
  },
}
