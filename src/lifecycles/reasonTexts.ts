import type { Http } from '../api/http'
import { createReasonsApi } from '../api/reasons'
import { askReasonsBy } from '../i18n/reasonTexts'

/** Words of reasons that staff have written are asked for when the first text names them. */
export function startReasonTexts(http: Http): void {
  const api = createReasonsApi(http)
  askReasonsBy(async (key, locale) => {
    const answer = await api.words(key, locale)
    return answer.ok ? answer.value.text : undefined
  })
}
