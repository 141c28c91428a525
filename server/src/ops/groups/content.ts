import { basename, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { digestOf, readItem, SourceProblem } from '../../modules/content/service'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

type Kind = 'news' | 'document'

function kindOf(text: string): Kind {
  if (text !== 'news' && text !== 'document') throw new InvalidArgumentError('It must be "news" or "document".')
  return text
}

/** Saves only the working copy, as an editor does in the console; publishing is an action. */
async function draft(deps: Deps, kind: Kind, folder: string, authority: Authority): Promise<Row> {
  const id = basename(resolve(folder))
  const wish = { kind, by: authority.actor, at: new Date(deps.clock.now()) }
  try {
    const source = await readItem(folder, id)
    return await audited(deps.database, authority, 'content.save', async (tx) => {
      const saved = await deps.content.drafts.import(tx, source, wish)
      const locales = saved.texts.map(({ locale }) => locale)
      const digest = digestOf(saved)
      return { subject: id, details: { locales, digest }, value: { article: id, digest, locales: locales.join(' ') } }
    })
  } catch (error) {
    // The operator can correct the file.
    if (error instanceof SourceProblem || error instanceof RangeError) throw new OpsRefusal(error.message)
    throw error
  }
}

export function addContentCommands({ program, answer }: OpsKit) {
  changing(
    program
      .command('content')
      .description('news and documents, as folders of Markdown')
      .command('draft')
      .description('import the folder <id>/<locale>.md as the working copy of an article'),
  )
    .argument('<kind>', 'news or document', kindOf)
    .argument('<folder>')
    .action((kind: Kind, folder: string, options: Authority) => answer((deps) => draft(deps, kind, folder, options)))
}
