import { Text, View } from '@tarojs/components'
import { Button } from '../../components/Button'
import { CheckBox } from '../../components/CheckBox'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import './ConsentField.scss'

interface ConsentFieldProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** The agreement to terms and risk (PRODUCT.md 9.1.1), with links to both; the form below stays as it is. */
export function ConsentField({ checked, error, onChange }: ConsentFieldProps) {
  const t = useT()
  return (
    <View className="consent">
      <CheckBox
        checked={checked}
        label={t('auth.consent')}
        onChange={onChange}
        wrongBy={error === undefined ? undefined : 'consent-error'}
      />
      <View className="consent__links">
        {(['terms', 'risk-notice'] as const).map((id) => (
          <Button
            key={id}
            tone="plain"
            size="medium"
            block={false}
            onClick={() => openPage('/pages/index/detail', { id })}
          >
            {t(`content.guide.${id}`)}
          </Button>
        ))}
      </View>
      <View id="consent-error" aria-live="polite">
        {error === undefined ? null : <Text className="block problem t13">{error}</Text>}
      </View>
    </View>
  )
}
