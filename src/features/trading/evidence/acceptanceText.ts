import type { AcceptanceProblem } from '../../../../proof/acceptance'
import type { T } from '../../../i18n/keys'
import { joinSentences } from '../../../i18n/sentences'

/** The problem with what the service has signed, in the user's words. */
export const acceptanceText = (problems: readonly AcceptanceProblem[], t: T): string =>
  problems
    .map((problem) =>
      problem.kind === 'term'
        ? t('orders.evidence.problem.term', { field: t(`orders.proof.field.${problem.field}`) })
        : t(`orders.evidence.problem.${problem.kind}`),
    )
    .reduce((text, sentence) => joinSentences(text, sentence), '')
