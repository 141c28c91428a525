import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { SectionHead } from '../../components/SectionHead'
import { Segmented, type SegmentedProps } from '../../components/Segmented'
import { Toggle } from '../../components/Toggle'
import { LanguageSheet } from '../../connected/LanguageSheet'
import { useLocale, useT } from '../../i18n'
import { LANGUAGES } from '../../i18n/languages'
import { useStores } from '../../stores/StoresContext'

/** Language, theme, colors of up and down, times, hidden balances: each choice applies at once. */
export const DisplaySettings = observer(function DisplaySettings() {
  const { preferences } = useStores()
  const t = useT()
  return (
    <>
      <SectionHead>{t('settings.display')}</SectionHead>
      <Card kind="list">
        <LanguageRow />
        <Choice
          label={t('settings.theme.label')}
          value={preferences.theme}
          options={[
            { value: 'system', label: t('settings.theme.system') },
            { value: 'light', label: t('settings.theme.light') },
            { value: 'dark', label: t('settings.theme.dark') },
          ]}
          onChange={(theme) => preferences.setTheme(theme)}
        />
        <Choice
          label={t('settings.upColor.label')}
          value={preferences.upColor}
          options={[
            { value: 'red', label: <UpColor color="red" /> },
            { value: 'green', label: <UpColor color="green" /> },
          ]}
          onChange={(color) => preferences.setUpColor(color)}
        />
        <Choice
          label={t('settings.timeZone.label')}
          value={preferences.timeZone}
          options={[
            { value: 'local', label: t('settings.timeZone.local') },
            { value: 'utc', label: 'UTC' },
          ]}
          onChange={(zone) => preferences.setTimeZone(zone)}
        />
        <HideBalancesSwitch />
      </Card>
    </>
  )
})

/** PRODUCT.md 5.1: "Setup Successful". */
function useSaved(): () => void {
  const { ui } = useStores()
  const t = useT()
  return () => ui.toast(t('common.saved'), 'success')
}

const LanguageRow = observer(function LanguageRow() {
  const { preferences } = useStores()
  const t = useT()
  const [open, setOpen] = useState(false)
  useSavedInNewLanguage()
  return (
    <>
      <ListRow
        title={t('settings.language')}
        value={LANGUAGES[preferences.locale].name}
        onClick={() => setOpen(true)}
      />
      <LanguageSheet open={open} title={t('settings.language')} onClose={() => setOpen(false)} />
    </>
  )
})

/** The texts of a language come later than the choice; the notice waits for them. */
function useSavedInNewLanguage(): void {
  const { ui } = useStores()
  const t = useT()
  const locale = useLocale()
  const shown = useRef(locale)
  useEffect(() => {
    if (shown.current === locale) return
    shown.current = locale
    ui.toast(t('common.saved'), 'success')
  }, [locale, t, ui])
}

function Choice<V extends string>({ label, onChange, ...choice }: SegmentedProps<V>) {
  const saved = useSaved()
  return (
    <View className="settings__choice">
      <Text className="settings__name block t16">{label}</Text>
      <Segmented
        {...choice}
        label={label}
        onChange={(value) => {
          onChange(value)
          saved()
        }}
      />
    </View>
  )
}

/** The signs say the same as the colors, for users who cannot tell red from green. */
function UpColor({ color }: { color: 'red' | 'green' }) {
  const t = useT()
  return (
    <View className={`settings__option settings__option--${color}`}>
      <Text aria-hidden>
        <Text className="settings__up">▲</Text>
        <Text className="settings__down">▼</Text>
      </Text>
      <Text>{t(`settings.upColor.${color}`)}</Text>
    </View>
  )
}

const HideBalancesSwitch = observer(function HideBalancesSwitch() {
  const { preferences } = useStores()
  const t = useT()
  const saved = useSaved()
  const label = t('common.hideBalances')
  return (
    <View className="settings__switch">
      <Text className="settings__name block t16">{label}</Text>
      <Toggle
        label={label}
        checked={preferences.hideBalances}
        onChange={(hide) => {
          preferences.setHideBalances(hide)
          saved()
        }}
      />
    </View>
  )
})
