import { digestOf } from '../../modules/content/service'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'

/** Publishes exactly the working copy that both people have read. Refuses one that was saved since. */
export const publishContent: ActionHandler<'content.publish'> = {
  subject: ({ article }) => article,
  async check({ database, content }, { article, digest }) {
    const draft = await content.drafts.read(database, article)
    if (!draft) return refuse('not_found')
    return digestOf(draft) === digest ? ok(undefined) : refuse('draft_changed')
  },
  async run({ tx, deps }, { article, digest }) {
    const published = await deps.content.drafts.publish(tx, article, digest, new Date(deps.clock.now()))
    return published ? ok({ details: { status: 'published', digest } }) : refuse('draft_changed')
  },
}
