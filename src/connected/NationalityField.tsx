import { Button as TaroButton, Text, View } from '@tarojs/components'
import { useState } from 'react'
import { CountrySheet } from '../components/CountrySheet'
import { Icon } from '../components/Icon'
import { useT } from '../i18n'
import { lettersOf, nationalities, searchCountries, useCountries } from '../i18n/countries/countries'
import './NationalityField.scss'

export interface NationalityFieldProps {
  label: string
  /** ISO 3166, e.g. "CN"; empty until one is chosen. */
  value: string
  /** The placeholder of the empty field. */
  prompt?: string
  error: string | undefined
  onChoose: (iso: string) => void
}

/** The nationality of a form; a tap opens the searchable list. */
export function NationalityField({ label, value, prompt = '', error, onChoose }: NationalityFieldProps) {
  const t = useT()
  const countries = useCountries()
  const [open, setOpen] = useState(false)
  const name = countries?.find(({ iso }) => iso === value)?.name ?? value
  return (
    <View className={error === undefined ? 'field' : 'field field--wrong'}>
      <Text className="field__label block soft t13">{label}</Text>
      <TaroButton
        className="field__box line gap-8 nationality"
        aria-label={`${label}: ${name || prompt}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Text className={name ? '' : 'muted'}>{name || prompt}</Text>
        <Icon name="expand" size={16} />
      </TaroButton>
      <View aria-live="polite">{error ? <Text className="field__message block muted t12">{error}</Text> : null}</View>
      <CountrySheet
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        closeLabel={t('common.close')}
        searchLabel={t('auth.nationalitySearch')}
        noneText={t('auth.countryNone')}
        letters={countries ? lettersOf(nationalities(countries)) : []}
        find={(text) => countries && searchCountries(nationalities(countries), text)}
        value={value}
        onChoose={(iso) => {
          onChoose(iso)
          setOpen(false)
        }}
      />
    </View>
  )
}
