import { Button, Text } from '@tarojs/components'
import { useState } from 'react'
import { CountrySheet } from '../../components/CountrySheet'
import { Icon } from '../../components/Icon'
import { callingCodeOf } from '../../domain/callingCodes'
import { useT } from '../../i18n'
import { lettersOf, searchCountries, useCountries } from '../../i18n/countries/countries'
import './CountryField.scss'

export interface CountryFieldProps {
  /** ISO 3166, e.g. "CN". */
  value: string
  onChange: (iso: string) => void
}

/** The calling code in front of a phone number; a tap opens the list of countries. */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const t = useT()
  const countries = useCountries()
  const [open, setOpen] = useState(false)
  const code = `+${callingCodeOf(value)}`
  const find = (text: string) =>
    countries && searchCountries(countries, text).map((country) => ({ ...country, note: `+${country.callingCode}` }))
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
      <CountrySheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('auth.country')}
        closeLabel={t('common.close')}
        searchLabel={t('auth.countrySearch')}
        noneText={t('auth.countryNone')}
        letters={countries ? lettersOf(countries) : []}
        find={find}
        value={value}
        onChoose={(iso) => {
          onChange(iso)
          setOpen(false)
        }}
      />
    </>
  )
}
