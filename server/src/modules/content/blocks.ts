import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Run } from '../../../../contract/content'

/**
 * Markdown as blocks (contract/content.ts). Only the lexer is used: nothing here writes HTML, HTML in the source
 * becomes plain text, and a link or picture with a forbidden address becomes its own text.
 */
const SOURCE_MAX = 200_000
const BLOCKS_MAX = 500
const RUNS_MAX = 500
const ITEMS_MAX = 200
const CELLS_MAX = 12
const DEPTH_MAX = 3
const URL_MAX = 500

const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d+[.)])){30}|^[ \t]{200}|[*_~[(`]{500}/m

type Mark = Run['marks'][number]

const isControl = (character: string) => character < ' ' || character === '\u007f'

/** Allows https addresses and pages of the app; no user name before the host, and no lookalikes of either. */
export function safeHref(href: string): string | null {
  if (href.length > URL_MAX || /[\s\\]/.test(href) || [...href].some(isControl)) return null
  if (/^\/pages\/[A-Za-z-]+\/[A-Za-z-]+(\?[\w=&%.-]*)?$/.test(href)) return href
  if (!href.startsWith('https://') || !URL.canParse(href)) return null
  const { protocol, username, password, hostname } = new URL(href)
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.') ? href : null
}

const MEDIA = /^\/api\/media\/[0-9a-f]{64}\.webp$/

const isTextToken = (token: Token): token is Tokens.Text => token.type === 'text' || token.type === 'escape'

/** The lexer escapes for HTML; there is no HTML here. */
const plainText = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

function runsOf(tokens: readonly Token[] | undefined, marks: Mark[] = [], href: string | null = null): Run[] {
  const runs: Run[] = []
  const add = (text: string, own: Mark[] = marks) => {
    if (text !== '') runs.push({ text, marks: [...new Set(own)], href })
  }
  for (const token of tokens ?? []) {
    const inner = 'tokens' in token ? token.tokens : undefined
    switch (token.type) {
      case 'strong':
        runs.push(...runsOf(inner, [...marks, 'strong'], href))
        break
      case 'em':
        runs.push(...runsOf(inner, [...marks, 'emphasis'], href))
        break
      case 'del':
        runs.push(...runsOf(inner, [...marks, 'strike'], href))
        break
      case 'codespan':
        add(plainText(String(token.text)), [...marks, 'code'])
        break
      case 'br':
        add('\n')
        break
      case 'link':
        runs.push(...runsOf(inner, marks, safeHref(String(token.href))))
        break
      case 'image':
        add(plainText(String(token.text)))
        break
      default:
        if (isTextToken(token) && inner) runs.push(...runsOf(inner, marks, href))
        else add(plainText(String('text' in token ? token.text : token.raw)))
    }
  }
  return runs.slice(0, RUNS_MAX)
}

function itemsOf(list: Tokens.List, depth = 0): { depth: number; runs: Run[] }[] {
  return list.items
    .flatMap((item) => {
      const nested = item.tokens.filter((token): token is Tokens.List => token.type === 'list')
      const own = item.tokens.filter((token) => token.type !== 'list')
      const runs = own.flatMap((token) => runsOf('tokens' in token ? token.tokens : [token])).slice(0, RUNS_MAX)
      return [{ depth: Math.min(depth, DEPTH_MAX), runs }, ...nested.flatMap((inner) => itemsOf(inner, depth + 1))]
    })
    .slice(0, ITEMS_MAX)
}

/** A paragraph that holds only a picture becomes a picture; a picture from elsewhere becomes its text. */
function paragraphOf(token: Tokens.Paragraph): Block {
  const [only] = token.tokens
  if (token.tokens.length === 1 && only?.type === 'image' && MEDIA.test(String(only.href))) {
    return { kind: 'image', url: String(only.href), alt: plainText(String(only.text)).slice(0, 300) }
  }
  return { kind: 'paragraph', runs: runsOf(token.tokens) }
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: Math.min(4, Math.max(2, Number(token.depth))), runs: runsOf(token.tokens) }]
    case 'paragraph':
      return [paragraphOf(token as Tokens.Paragraph)]
    case 'list':
      return [{ kind: 'list', ordered: Boolean(token.ordered), items: itemsOf(token as Tokens.List) }]
    case 'blockquote':
      return [
        {
          kind: 'quote',
          runs: (token.tokens ?? [])
            .flatMap((inner) => runsOf('tokens' in inner ? inner.tokens : [inner]))
            .slice(0, RUNS_MAX),
        },
      ]
    case 'code':
      return [{ kind: 'code', text: String(token.text) }]
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [
        {
          kind: 'table',
          head: header.slice(0, CELLS_MAX).map((cell) => runsOf(cell.tokens)),
          rows: rows.slice(0, ITEMS_MAX).map((row) => row.slice(0, CELLS_MAX).map((cell) => runsOf(cell.tokens))),
        },
      ]
    }
    case 'hr':
      return [{ kind: 'rule' }]
    case 'space':
    case 'def':
      return []
    default: {
      const text = plainText(String(token.raw)).trim()
      return text === '' ? [] : [{ kind: 'paragraph', runs: [{ text, marks: [], href: null }] }]
    }
  }
}

/** Throws RangeError for a source that is too long to be an article. */
export function blocksOf(markdown: string): Block[] {
  if (markdown.length > SOURCE_MAX) throw new RangeError(`An article has at most ${SOURCE_MAX} characters.`)
  // Nobody nests text this deeply by hand, and the lexer recurses into it without a limit.
  if (NESTED_TOO_DEEP.test(markdown)) throw new RangeError('The article is nested too deeply.')
  return lexer(markdown, { gfm: true }).flatMap(blockOf).slice(0, BLOCKS_MAX)
}
