import { Image, ScrollView, Text, View } from '@tarojs/components'
import { type ReactNode, useMemo, useState } from 'react'
import type { Block, Run } from '../../contract/content'
import { numberItems, plainText, readBlocks } from '../domain/richText'
import { keepThaiWords } from '../domain/thaiWords'
import { type ContentLink, readLink } from '../platform/contentLink'
import { mediaUrl } from '../platform/mediaUrl'
import { classNames } from './classNames'
import './RichText.scss'

export interface RichTextProps {
  /** Blocks of contract/content.ts; unknown ones are left out. */
  blocks: readonly Block[]
  /** A link of the kinds that `readLink` allows was tapped. */
  onLink: (link: ContentLink) => void
  /** Level of the heading above the text; headings in the text begin one level below. Default 1. */
  underLevel?: number
  /** Names a table that scrolls sideways. */
  tableLabel: string
  /** Names code that scrolls sideways. */
  codeLabel: string
}

type Shared = Omit<RichTextProps, 'blocks'>

/** An article built from our own components, the same on both targets. Without HTML nothing can be injected. */
export function RichText({ blocks, ...shared }: RichTextProps) {
  const read = useMemo(() => withKeys(readBlocks(blocks)), [blocks])
  return (
    <View className="rich-text">
      {read.map(({ key, item }) => (
        <Piece key={key} block={item} shared={shared} />
      ))}
    </View>
  )
}

/** The place of a piece serves as its key: a text does not change while it is shown. */
const withKeys = <T,>(items: readonly T[]) => items.map((item, index) => ({ key: index, item }))

function Piece({ block, shared }: { block: Block; shared: Shared }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} shared={shared} />
    case 'paragraph':
      return (
        <View className="rich-text__paragraph">
          <Runs runs={block.runs} onLink={shared.onLink} />
        </View>
      )
    case 'quote':
      return (
        <View className="rich-text__quote" ariaRole="blockquote">
          <Runs runs={block.runs} onLink={shared.onLink} />
        </View>
      )
    case 'list':
      return <List block={block} onLink={shared.onLink} />
    case 'code':
      return (
        <Sideways label={shared.codeLabel} className="rich-text__block-code">
          <Text className="rich-text__code-text">{block.text}</Text>
        </Sideways>
      )
    case 'table':
      return <Table block={block} shared={shared} />
    case 'image':
      return <Picture url={block.url} alt={block.alt} />
    case 'rule':
      return <View className="rich-text__rule" ariaRole="separator" />
  }
}

function Heading({ block, shared }: { block: Extract<Block, { kind: 'heading' }>; shared: Shared }) {
  const level = block.level - 1 + (shared.underLevel ?? 1)
  return (
    <View
      className={`rich-text__heading strong rich-text__heading--${block.level}`}
      ariaRole="heading"
      aria-level={Math.min(6, level)}
    >
      <Runs runs={block.runs} onLink={shared.onLink} />
    </View>
  )
}

function List({ block, onLink }: { block: Extract<Block, { kind: 'list' }>; onLink: Shared['onLink'] }) {
  return (
    <View className="stack gap-6" ariaRole="list">
      {withKeys(numberItems(block.ordered, block.items)).map(({ key, item }) => (
        <View
          key={key}
          className={`rich-text__item rich-text__item--${item.depth}`}
          ariaRole="listitem"
          aria-level={item.depth + 1}
        >
          <Text className="rich-text__marker num" aria-hidden={block.ordered ? undefined : true}>
            {item.marker}
          </Text>
          <View className="rich-text__item-text fills">
            <Runs runs={item.runs} onLink={onLink} />
          </View>
        </View>
      ))}
    </View>
  )
}

/** Scrolls sideways inside the page, by touch and, as it takes the focus, by keyboard. */
function Sideways({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  // The type lacks what a web page needs to reach a region by keyboard; a mini program ignores it.
  const reachable = { tabIndex: 0 }
  return (
    <ScrollView {...reachable} scrollX className={className} ariaRole="region" aria-label={label}>
      {children}
    </ScrollView>
  )
}

function Table({ block, shared }: { block: Extract<Block, { kind: 'table' }>; shared: Shared }) {
  const name = block.head.map(plainText).filter(Boolean).join(', ')
  return (
    <Sideways label={name === '' ? shared.tableLabel : `${shared.tableLabel}: ${name}`} className="rich-text__sideways">
      <View className="rich-text__table" ariaRole="table">
        {block.head.length > 0 ? <Row cells={block.head} role="columnheader" onLink={shared.onLink} /> : null}
        {withKeys(block.rows).map(({ key, item }) => (
          <Row key={key} cells={item} role="cell" onLink={shared.onLink} />
        ))}
      </View>
    </Sideways>
  )
}

interface RowProps {
  cells: Run[][]
  role: 'columnheader' | 'cell'
  onLink: Shared['onLink']
}

function Row({ cells, role, onLink }: RowProps) {
  return (
    <View className="rich-text__row" ariaRole="row">
      {withKeys(cells).map(({ key, item }) => (
        <View key={key} className={`rich-text__cell rich-text__cell--${role}`} ariaRole={role}>
          <Runs runs={item} onLink={onLink} />
        </View>
      ))}
    </View>
  )
}

/** Reserves the room of the picture, so that nothing moves when it loads; if it fails to, `alt` is shown. */
function Picture({ url, alt }: { url: string; alt: string }) {
  const [failed, setFailed] = useState(false)
  const source = mediaUrl(url)
  if (source === undefined || failed)
    return alt === '' ? null : (
      <View className="rich-text__picture">
        <Text className="rich-text__alt centered">{alt}</Text>
      </View>
    )
  return (
    <View className="rich-text__picture">
      <Image
        className="rich-text__image"
        src={source}
        mode="aspectFit"
        lazyLoad
        ariaLabel={alt}
        onError={() => setFailed(true)}
      />
    </View>
  )
}

function Runs({ runs, onLink }: { runs: readonly Run[]; onLink: Shared['onLink'] }) {
  return (
    <Text>
      {withKeys(runs).map(({ key, item }) => (
        <Words key={key} run={item} onLink={onLink} />
      ))}
    </Text>
  )
}

/** A link that may not be followed is shown as plain text. */
function Words({ run, onLink }: { run: Run; onLink: Shared['onLink'] }) {
  const link = run.href === null ? undefined : readLink(run.href)
  const marks = run.marks.map((mark) => `rich-text__${mark}`)
  const text = keepThaiWords(run.text)
  if (!link) return <Text className={classNames(...marks)}>{text}</Text>
  return (
    <Text className={classNames('rich-text__link', ...marks)} ariaRole="link" onClick={() => onLink(link)}>
      {text}
    </Text>
  )
}
