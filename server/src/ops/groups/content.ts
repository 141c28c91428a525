import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Block, Run } from '../../../../contract/content'
import { LOCALES, type Locale } from '../../../../contract/locales'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { readFrontMatter, readItem, SourceProblem } from '../../modules/content/service'
import { changing, type OpsKit, OpsRefusal, wholeNumber } from '../kit'
import type { Row } from '../print'

type Kind = 'news' | 'document'

/** The most characters of an announcement in one language. */
const ANNOUNCEMENT_MAX = 2_000

function kindOf(text: string): Kind {
  if (text !== 'news' && text !== 'document') throw new InvalidArgumentError('It must be "news" or "document".')
  return text
}

/** Reports a faulty file in one sentence, because the operator can correct it. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceProblem || error instanceof RangeError) throw new OpsRefusal(error.message)
    throw error
  }
}

async function draft(deps: Deps, kind: Kind, folder: string, authority: Authority): Promise<Row> {
  const id = basename(resolve(folder))
  const source = await reading(() => readItem(folder, id))
  return audited(deps.database, authority, 'content.draft', async (tx) => {
    const status = await reading(() => deps.content.draft(tx, kind, source))
    const locales = source.texts.map((text) => text.locale)
    return { subject: id, details: { kind, locales }, value: { id, kind, status, locales: locales.join(' ') } }
  })
}

async function setStatus(
  deps: Deps,
  id: string,
  status: 'published' | 'withdrawn',
  authority: Authority,
): Promise<Row> {
  return audited(deps.database, authority, `content.${status === 'published' ? 'publish' : 'withdraw'}`, async (tx) => {
    const result = await deps.content.setStatus(tx, id, status)
    if (!result.ok) throw new OpsRefusal(`There is no article "${id}".`)
    return { subject: id, details: { status }, value: { id, status } }
  })
}

async function list(deps: Deps, limit: number): Promise<Row[]> {
  return (await deps.content.list(limit)).map((item) => ({
    id: item.id,
    kind: item.kind,
    status: item.status,
    publishedAt: item.published_at?.toISOString() ?? null,
    locales: item.locales.length,
  }))
}

/** Languages that an article lacks; its readers get the fallback. */
async function gaps(deps: Deps): Promise<Row[]> {
  return (await deps.content.list(1_000)).flatMap((item) => {
    const missing = LOCALES.filter((locale) => !item.locales.includes(locale))
    return missing.length === 0 ? [] : [{ id: item.id, kind: item.kind, missing: missing.join(' ') }]
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const TAGS = { strong: 'strong', emphasis: 'em', code: 'code', strike: 's' } as const

function runsHtml(runs: readonly Run[]): string {
  return runs
    .map(({ text, marks, href }) => {
      const inner = marks.reduce((html, mark) => `<${TAGS[mark]}>${html}</${TAGS[mark]}>`, escapeHtml(text))
      return href === null ? inner : `<a href="${escapeHtml(href)}" rel="noreferrer">${inner}</a>`
    })
    .join('')
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${runsHtml(block.runs)}</h${block.level}>`
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`
    case 'quote':
      return `<blockquote>${runsHtml(block.runs)}</blockquote>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      const items = block.items.map(
        ({ depth, runs }) => `<li style="margin-left:${depth * 20}px">${runsHtml(runs)}</li>`,
      )
      return `<${tag}>${items.join('')}</${tag}>`
    }
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`
    case 'table': {
      const row = (cells: readonly Run[][], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${runsHtml(cell)}</${tag}>`).join('')}</tr>`
      return `<table>${row(block.head, 'th')}${block.rows.map((cells) => row(cells, 'td')).join('')}</table>`
    }
    case 'image':
      return `<p><em>[${escapeHtml(block.alt)}] ${escapeHtml(block.url)}</em></p>`
    case 'rule':
      return '<hr>'
  }
}

/** Writes every language of an article to one file, for a look before publication. */
async function preview(deps: Deps, id: string, file: string): Promise<Row> {
  const texts = await deps.content.texts(id)
  if (texts.length === 0) throw new OpsRefusal(`There is no article "${id}".`)
  const parts = texts.map(
    ({ locale, title, summary, blocks }) =>
      `<article lang="${escapeHtml(locale)}"><h1>${escapeHtml(title)}</h1><p><b>${escapeHtml(summary)}</b></p>${blocks.map(blockHtml).join('\n')}</article>`,
  )
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(id)}</title><style>body{max-width:40rem;margin:auto;font:16px/1.6 sans-serif}table{border-collapse:collapse}td,th{border:1px solid #999;padding:4px 8px}</style>\n${parts.join('\n<hr>\n')}\n`
  writeFileSync(file, html)
  return { id, file, locales: texts.map((text) => text.locale).join(' ') }
}

function announcementTexts(folder: string) {
  if (!existsSync(folder)) throw new OpsRefusal(`There is no folder ${folder}.`)
  const texts: Partial<Record<Locale, { title: string; body: string }>> = {}
  for (const locale of LOCALES) {
    if (!readdirSync(folder).includes(`${locale}.md`)) continue
    const { title, markdown } = readFrontMatter(readFileSync(resolve(folder, `${locale}.md`), 'utf8'), `${locale}.md`)
    if (markdown.length > ANNOUNCEMENT_MAX)
      throw new OpsRefusal(
        `${locale}.md has ${markdown.length} characters; an announcement has at most ${ANNOUNCEMENT_MAX}.`,
      )
    texts[locale] = { title, body: markdown }
  }
  if (Object.keys(texts).length === 0) throw new OpsRefusal(`${folder} holds no <locale>.md, for example en-US.md.`)
  return texts
}

async function announce(deps: Deps, folder: string, account: string | undefined, authority: Authority): Promise<Row> {
  const texts = await reading(async () => announcementTexts(folder))
  return audited(deps.database, authority, 'content.announce', async (tx) => {
    let userId: bigint | null = null
    if (account !== undefined) {
      const rows = await tx.query<{ id: bigint }>('select id from app_user where lower(account) = lower($1)', [account])
      if (!rows[0]) throw new OpsRefusal(`There is no account "${account}".`)
      userId = rows[0].id
    }
    const id = await deps.messages.announce(tx, userId, texts)
    const to = userId === null ? 'everybody' : `user ${userId}`
    return {
      subject: to,
      details: { announcement: Number(id), locales: Object.keys(texts) },
      value: { announcement: Number(id), to, locales: Object.keys(texts).join(' ') },
    }
  })
}

/** News, documents and announcements, as Markdown with one file per language. */
export function addContentCommands({ program, answer }: OpsKit) {
  const content: Command = program.command('content').description('news, documents and announcements')
  changing(content.command('draft').description('import the folder <id>/<locale>.md; a published article is replaced'))
    .argument('<kind>', 'news or document', kindOf)
    .argument('<folder>')
    .action((kind: Kind, folder: string, options: Authority) => answer((deps) => draft(deps, kind, folder, options)))
  content
    .command('preview')
    .description('write every language of an article to one HTML file')
    .argument('<id>')
    .argument('<file>')
    .action((id: string, file: string) => answer((deps) => preview(deps, id, file)))
  changing(content.command('publish').description('make an article public'))
    .argument('<id>')
    .action((id: string, options: Authority) => answer((deps) => setStatus(deps, id, 'published', options)))
  changing(content.command('withdraw').description('remove an article from public view'))
    .argument('<id>')
    .action((id: string, options: Authority) => answer((deps) => setStatus(deps, id, 'withdrawn', options)))
  content
    .command('list')
    .description('all articles')
    .option('--limit <number>', 'at most this many', wholeNumber, 200)
    .action((options: { limit: number }) => answer((deps) => list(deps, options.limit)))
  content
    .command('gaps')
    .description('languages in which articles are missing')
    .action(() => answer(gaps))
  changing(content.command('announce').description('send a message, <folder>/<locale>.md with title and text'))
    .argument('<folder>')
    .option('--account <name>', 'to this account only')
    .action((folder: string, options: Authority & { account?: string }) =>
      answer((deps) => announce(deps, folder, options.account, options)),
    )
}
