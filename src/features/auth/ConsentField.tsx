import { Button as TaroButton, Text, View } from '@tarojs/components'
import { Button } from '../../components/Button'
import { classNames } from '../../components/classNames'
import { Icon } from '../../components/Icon'
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
      <TaroButton
        className="consent__row"
        ariaRole="checkbox"
        aria-checked={checked}
        aria-label={t('auth.consent')}
        aria-describedby={error === undefined ? undefined : 'consent-error'}
        onClick={() => onChange(!checked)}
      >
        <View
          className={classNames('consent__box middle', checked && 'consent__box--on', error && 'consent__box--wrong')}
        >
          {checked ? <Icon name="check" size={16} /> : null}
        </View>
        <Text className="consent__text fills">{t('auth.consent')}</Text>
      </TaroButton>
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
