import { Button as TaroButton, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Banner } from '../../src/components/Banner'
import { Button } from '../../src/components/Button'
import { Card } from '../../src/components/Card'
import { CheckList } from '../../src/components/CheckList'
import { ConfirmDialog } from '../../src/components/ConfirmDialog'
import { EmptyState } from '../../src/components/EmptyState'
import { Fact } from '../../src/components/Fact'
import { ListRow } from '../../src/components/ListRow'
import { TextField } from '../../src/components/TextField'
import { Toast } from '../../src/components/Toast'
import { Screen as Frame } from '../../src/features/shell/Screen'
import { useT } from '../../src/i18n'
import { keysBelow } from './keys'
import type { Screen } from './screen'
import type { Name, Place } from './shelf'
import { SHELVES } from './shelfTexts'
import { VALUES } from './values'

type Say = (text: string) => ReactNode

const nothing = () => undefined

const toast: Say = (text) => <Toast text={text} tone="info" since={Date.now() + 3_600_000} onDone={nothing} />
const field: Say = (text) => <TextField label={VALUES.name} value="" onChange={nothing} error={text} />
const hint: Say = (text) => <TextField label={VALUES.name} value="" onChange={nothing} hint={text} />
const label: Say = (text) => <TextField label={text} value="" placeholder={text} onChange={nothing} />
const banner: Say = (text) => <Banner inset text={text} />
const button: Say = (text) => <Button onClick={nothing}>{text}</Button>
const fact: Say = (text) => <Fact label={text}>{VALUES.amount}</Fact>
const row: Say = (text) => <ListRow title={text} note={text} onClick={nothing} />
const empty: Say = (text) => <EmptyState icon="positions" title={text} text={text} />
const prose: Say = (text) => <View className="muted t13">{text}</View>
const result: Say = (text) => (
  <TaroButton className="result__open line fills">
    <View className="result__title">{text}</View>
  </TaroButton>
)
const finding: Say = (text) => (
  <CheckList
    label={VALUES.name}
    states={{ waiting: ' ', passed: ' ', failed: ' ', unknown: ' ' }}
    rows={[{ id: 'one', title: text, text, state: 'failed' }]}
  />
)
/** In the middle of the page, as the question is. */
const question: Say = (text) => (
  <ConfirmDialog title={text} text={text} confirmLabel={VALUES.name} cancelLabel={VALUES.name} onAnswer={nothing} />
)

const PLACES: Record<Place, Say> = {
  toast,
  field,
  hint,
  label,
  banner,
  button,
  fact,
  row,
  empty,
  prose,
  result,
  finding,
  question,
}

/** Each of the texts, those that depend on a number with two of them. */
function Shelf({ say, names }: { say: Say; names: readonly Name[] }) {
  const t = useT() as unknown as (key: string, values: object) => string
  const shown = names.flatMap((name) => (name.endsWith('.') ? keysBelow(name) : [name]))
  return (
    <Frame route="/pages/notFound/notFound" title="Fairtick">
      {shown.flatMap((key) =>
        [1, 12].map((count) => {
          const text = t(key, { ...VALUES, count })
          return count === 1 || text !== t(key, { ...VALUES, count: 1 }) ? (
            <Card key={`${key} ${count}`}>{say(text)}</Card>
          ) : null
        }),
      )}
    </Frame>
  )
}

const screenOf = (title: string, place: Place, names: readonly Name[]): Screen => ({
  name: `texts: ${title}`,
  page: 'pages/notFound/notFound',
  render: () => <Shelf say={PLACES[place]} names={names} />,
})

/** Questions are asked one at a time. */
export const SHELF_SCREENS: readonly Screen[] = Object.entries(SHELVES).flatMap(([title, [place, names]]) =>
  place === 'question'
    ? names.map((name) => screenOf(`${title} ${name}`, place, [name]))
    : [screenOf(title, place, names)],
)
