import { View } from '@tarojs/components'
import { useState } from 'react'
import { Chip } from './Chip'
import { ChoiceList } from './ChoiceSheet'
import './CountrySheet.scss'
import { Icon } from './Icon'
import { Sheet } from './Sheet'
import { Skeleton } from './Skeleton'
import { TextField } from './TextField'

export interface CountryChoice {
  iso: string
  name: string
  /** At the end of the line, e.g. a calling code. */
  note?: string
  /** The letter of the index that the country is under; see `letters`. */
  letter?: string
}

export interface CountrySheetProps {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  searchLabel: string
  /** Shown when no country matches the search. */
  noneText: string
  /** The index above the list: a tap on a letter filters the list by it. */
  letters: readonly string[]
  /** The countries that match a text; undefined while the list loads. */
  find: (text: string) => readonly CountryChoice[] | undefined
  value: string
  onChoose: (iso: string) => void
}

/** A searchable list of countries in a sheet. */
export function CountrySheet(props: CountrySheetProps) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={props.title} closeLabel={props.closeLabel}>
      <CountryChooser {...props} />
    </Sheet>
  )
}

function CountryChooser({ title, searchLabel, noneText, letters, find, value, onChoose }: CountrySheetProps) {
  const [text, setText] = useState('')
  const [letter, setLetter] = useState('')
  const isSearch = text.trim() !== ''
  const found = find(text)?.filter((country) => isSearch || letter === '' || country.letter === letter)
  return (
    <View className="country-sheet">
      <TextField
        label={searchLabel}
        hideLabel
        keyboard="search"
        placeholder={searchLabel}
        value={text}
        onChange={setText}
        before={<Icon name="search" size={20} />}
      />
      {isSearch ? null : (
        <View className="country-sheet__letters" ariaRole="group" aria-label={title}>
          {letters.map((one) => (
            <Chip key={one} selected={one === letter} onClick={() => setLetter(one === letter ? '' : one)}>
              {one}
            </Chip>
          ))}
        </View>
      )}
      {found === undefined ? <Skeleton shape="row" count={6} /> : null}
      {found?.length === 0 ? <View className="country-sheet__none">{noneText}</View> : null}
      <ChoiceList
        label={title}
        value={value}
        choices={(found ?? []).map(({ iso, name, note }) => ({ value: iso, label: name, ...(note ? { note } : {}) }))}
        onChoose={onChoose}
      />
    </View>
  )
}
