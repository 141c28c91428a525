import { LOCALES } from '../../../../contract/locales'
import { keyOf, type Reason, type ReasonTexts } from '../../modules/support/reasonService'
import { present } from '../../shared/assert'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler, ConsoleDeps } from '../action'

const isSame = (now: Reason, { offered, texts }: { offered: boolean; texts: ReasonTexts }) =>
  now.offered === offered && LOCALES.every((locale) => now.texts[locale] === texts[locale])

async function check({ support }: ConsoleDeps, wish: Pick<Reason, 'what' | 'code' | 'offered' | 'texts'>) {
  // "other" stands for a note and has no text.
  if (wish.code === 'other') return refuse('reason_fixed')
  const now = (await support.reasons.list()).find(({ code }) => code === wish.code)
  if (now && now.what !== wish.what) return refuse('reason_elsewhere')
  return now && isSame(now, wish) ? refuse('reason_same') : ok(undefined)
}

type Written = readonly { locale: (typeof LOCALES)[number]; text: string }[]

/** Undefined unless each language has words. */
function byLocale(texts: Written): ReasonTexts | undefined {
  const found = Object.fromEntries(texts.map(({ locale, text }) => [locale, text.trim()])) as ReasonTexts
  return LOCALES.every((locale) => found[locale]) ? found : undefined
}

/**
 * Sets the words of a reason in every language and whether staff can choose it; earlier decisions keep their words.
 * Refuses a missing language, a code of another list, and words that change nothing.
 */
export const writeReason: ActionHandler<'reasons.write'> = {
  subject: ({ code }) => `reason ${code}`,
  async check(deps, { texts: written, ...wish }) {
    const texts = byLocale(written)
    return texts ? check(deps, { ...wish, texts }) : refuse('invalid_request')
  },
  async run({ tx, deps, asker }, { texts: written, ...wish }) {
    const texts = present(byLocale(written), 'the check of the action has read the texts')
    const at = new Date(deps.clock.now())
    const result = await deps.support.reasons.write(tx, { ...wish, texts, by: asker, at })
    if (result === 'elsewhere') return refuse('reason_elsewhere')
    const key = keyOf({ code: wish.code, version: result.version })
    return ok({ details: { key, offered: wish.offered, texts } })
  },
}
