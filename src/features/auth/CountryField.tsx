import { Button, Text, View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { ChoiceList } from '../../components/ChoiceSheet'
import { Icon } from '../../components/Icon'
import { Sheet } from '../../components/Sheet'
import { TextField } from '../../components/TextField'
import { useLocale, useT } from '../../i18n'
import './CountryField.scss'
import { callingCodeOf, listCountries, searchCountries } from './countryList'

export interface CountryFieldProps {
  /** ISO 3166, e.g. "CN". */
  value: string
  onChange: (iso: string) => void
}

/** The calling code in front of a phone number; a tap opens the list of countries. */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const code = `+${callingCodeOf(value)}`
  const handleChoose = (iso: string) => {
    onChange(iso)
    setOpen(false)
  }
  return (
    <>
      <Button
        className="country"
        aria-label={`${t('auth.country')}: ${code}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Text className="num">{code}</Text>
        <Icon name="expand" size={16} />
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('auth.country')} closeLabel={t('common.close')}>
        <CountryChooser value={value} onChoose={handleChoose} />
      </Sheet>
    </>
  )
}

function CountryChooser({ value, onChoose }: { value: string; onChoose: (iso: string) => void }) {
  const t = useT()
  const locale = useLocale()
  const [text, setText] = useState('')
  const countries = useMemo(() => listCountries(locale), [locale])
  const found = searchCountries(countries, text)
  return (
    <View className="country__chooser">
      <TextField
        label={t('auth.countrySearch')}
        hideLabel
        keyboard="search"
        placeholder={t('auth.countrySearch')}
        value={text}
        onChange={setText}
        before={<Icon name="search" size={20} />}
      />
      {found.length === 0 ? <View className="country__none">{t('auth.countryNone')}</View> : null}
      <ChoiceList
        label={t('auth.country')}
        value={value}
        choices={found.map(({ iso, name, callingCode }) => ({ value: iso, label: name, note: `+${callingCode}` }))}
        onChoose={onChoose}
      />
    </View>
  )
}
