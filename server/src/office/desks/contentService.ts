import type { ConsoleProblem } from '../../../../contract/console'
import type { ContentItem, ContentPreview, IncomeDay, OpenContent } from '../../../../contract/consoleContent'
import type { ConsoleAnswer, ConsoleBody } from '../../../../contract/consoleSchemas'
import { savingsDay } from '../../../../contract/savingsDates'
import { audited } from '../../auditLog/auditLog'
import { blocksOf, type Draft, digestOf, SourceProblem } from '../../modules/content/service'
import { incomesOf } from '../../modules/savings/incomeService'
import { bindAll } from '../../shared/bindAll'
import { ok, type Result, refuse } from '../../shared/result'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'

const LIST_MAX = 1_000
const INCOME_DAYS = 14
const PICTURE_MAX_BYTES = 10 * 1024 * 1024

interface ItemRow {
  id: string
  kind: ContentItem['kind']
  status: ContentItem['status']
  published_at: Date | null
  locales: string[]
  saved_by: string | null
  saved_at: Date | null
}

const savedOf = (draft: Pick<Draft, 'savedBy' | 'savedAt'> | undefined) =>
  draft ? { by: draft.savedBy, at: draft.savedAt.toISOString() } : null

/** Articles, and working copies that were never public. */
async function list({ database }: ConsoleDeps): Promise<{ items: ContentItem[] }> {
  const rows = await database.query<ItemRow>(
    `select coalesce(item.id, draft.id) as id, coalesce(item.kind, draft.kind) as kind, coalesce(item.status, 'draft') as status,
            item.published_at,
            coalesce(published.locales,
                     (select array_agg(written ->> 'locale') from jsonb_array_elements(draft.texts) written), '{}') as locales,
            draft.saved_by, draft.saved_at
       from content_item item
       full join content_draft draft on draft.id = item.id
       left join lateral (
         select array_agg(locale order by locale) as locales from content_text where item_id = item.id) published on true
      order by draft.saved_at is null, coalesce(item.kind, draft.kind) desc, coalesce(item.id, draft.id) desc limit ${LIST_MAX}`,
  )
  return {
    items: rows.map(({ id, kind, status, locales, ...row }) => ({
      id,
      kind,
      status,
      locales,
      publishedAt: row.published_at?.toISOString() ?? null,
      draft: row.saved_by && row.saved_at ? { by: row.saved_by, at: row.saved_at.toISOString() } : null,
    })),
  }
}

async function get({ database, content }: ConsoleDeps, id: string): Promise<Result<OpenContent, 'not_found'>> {
  const [draft, editable] = [await content.drafts.read(database, id), await content.drafts.readEditable(database, id)]
  if (!editable) return refuse('not_found')
  const { kind, cover, texts } = editable
  return ok({ id, kind, cover, texts, draft: savedOf(draft), digest: draft ? digestOf(draft) : null })
}

/** Reports a fault in a text to its writer, who can correct it. */
async function told<T, P extends 'article_wrong' | 'text_wrong' | 'picture_wrong'>(
  problem: P,
  work: () => Promise<T>,
): Promise<Result<T, P | 'text_wrong'>> {
  try {
    return ok(await work())
  } catch (error) {
    if (error instanceof RangeError) return refuse('text_wrong')
    if (error instanceof SourceProblem) return refuse(problem)
    throw error
  }
}

/** Saves only the working copy: nobody else reads it before it is published, so one person is enough. */
function save(
  { database, content, clock }: ConsoleDeps,
  staff: StaffIdentity,
  id: string,
  body: ConsoleBody<'saveContent'>,
): Promise<Result<ConsoleAnswer<'saveContent'>, ConsoleProblem>> {
  const authority = { actor: actorOf(staff), reason: 'content' }
  return told('article_wrong', () =>
    audited(database, authority, 'content.save', async (tx) => {
      await content.drafts.save(tx, { id, ...body }, authority.actor, new Date(clock.now()))
      const digest = digestOf({ id, ...body })
      return { subject: id, details: { locales: body.texts.map(({ locale }) => locale), digest }, value: { digest } }
    }),
  )
}

const preview = (body: ConsoleBody<'previewContent'>): Promise<Result<ContentPreview, ConsoleProblem>> =>
  told('text_wrong', async () => ({
    items: body.texts.map(({ locale, markdown }) => ({ locale, blocks: blocksOf(markdown) })),
  }))

async function addPicture(
  { database, content }: ConsoleDeps,
  staff: StaffIdentity,
  body: unknown,
): Promise<Result<{ name: string }, ConsoleProblem>> {
  if (!Buffer.isBuffer(body) || body.length === 0 || body.length > PICTURE_MAX_BYTES) return refuse('picture_wrong')
  const authority = { actor: actorOf(staff), reason: 'content' }
  return told('picture_wrong', () =>
    audited(database, authority, 'content.picture', async (tx) => {
      const { name } = await content.drafts.addPicture(tx, body)
      return { subject: name, details: {}, value: { name } }
    }),
  )
}

async function income({ database, clock }: ConsoleDeps): Promise<{ items: IncomeDay[] }> {
  const days = await incomesOf(database, savingsDay(clock.now()), INCOME_DAYS)
  return {
    items: days.map(({ day, perTenThousand, source, accrued }) => ({
      day,
      source,
      accrued,
      income: perTenThousand === 'missing' ? null : perTenThousand,
    })),
  }
}

/** Articles, pictures and savings incomes as the editor works on them; publishing is an action. */
export const createContentDesk = (deps: ConsoleDeps) => ({
  preview,
  picture: (name: string) => deps.content.media(name),
  ...bindAll(deps, { list, get, save, addPicture, income }),
})

export const CONTENT_LIMITS = { pictureBytes: PICTURE_MAX_BYTES, articleBytes: 4 * 1024 * 1024 }
