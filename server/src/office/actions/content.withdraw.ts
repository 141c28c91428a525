import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'

/** Takes an article out of the app; its text stays. Refuses one that is not public. */
export const withdrawContent: ActionHandler<'content.withdraw'> = {
  subject: ({ article }) => article,
  async check({ database }, { article }) {
    const found = await database.some(`select 1 from content_item where id = $1 and status = 'published'`, [article])
    return found ? ok(undefined) : refuse('not_found')
  },
  async run({ tx, deps }, { article }) {
    const result = await deps.content.setStatus(tx, article, 'withdrawn')
    return result.ok ? ok({ details: { status: 'withdrawn' } }) : refuse('not_found')
  },
}
