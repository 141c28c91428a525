import { View } from '@tarojs/components'
import { useState } from 'react'
import { Chip } from '../components/Chip'
import { type Choice, ChoiceSheet } from '../components/ChoiceSheet'
import { Icon } from '../components/Icon'
import { useT } from '../i18n'
import './FilterChip.scss'

interface FilterChipProps<V extends string> {
  /** The filtered property, e.g. "Product"; names the sheet. */
  title: string
  /** Says that nothing is filtered, e.g. "All products". */
  allLabel: string
  choices: readonly Choice<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

/** A filter of a list: says what it lets through, and opens a sheet with the choices. */
export function FilterChip<V extends string>({ title, allLabel, choices, value, onChange }: FilterChipProps<V>) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const label = choices.find((choice) => choice.value === value)?.label ?? allLabel
  return (
    <>
      <Chip className="filter-chip" selected={value !== undefined} onClick={() => setOpen(true)}>
        <View className="line gap-4">
          {label}
          <Icon name="expand" size={16} />
        </View>
      </Chip>
      <ChoiceSheet
        open={open}
        title={title}
        closeLabel={t('common.close')}
        choices={[{ value: '', label: allLabel }, ...choices]}
        value={value ?? ''}
        onChoose={(chosen) => {
          setOpen(false)
          onChange(chosen === '' ? undefined : chosen)
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
