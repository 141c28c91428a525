import type { Http } from '../api/http'
import { askReasonsBy } from '../i18n/reasonTexts'

/** Words of reasons that staff have written are asked for when the first text names them; they never change. */
export function startReasonTexts(http: Http): void {
  askReasonsBy(async (key, locale) => {
    const answer = await http.call('getReason', { params: { key }, query: { locale } })
    return answer.ok ? answer.value.text : undefined
  })
}
