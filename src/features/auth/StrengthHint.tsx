import { Text, View } from '@tarojs/components'
import { useT } from '../../i18n'
import type { Strength } from './passwordStrength'
import './StrengthHint.scss'

const STEPS = [1, 2, 3, 4] as const

/** Says how hard the password is to guess; shows nothing while the field is empty. */
export function StrengthHint({ strength }: { strength: Strength }) {
  const t = useT()
  if (strength === 0) return null
  return (
    <View className={`strength strength--${strength}`}>
      <View className="strength__bars" aria-hidden>
        {STEPS.map((step) => (
          <View key={step} className={step <= strength ? 'strength__bar strength__bar--on' : 'strength__bar'} />
        ))}
      </View>
      <Text className="strong t12" aria-live="polite">
        <Text className="sr-only">{t('auth.strength.label')}</Text> {t(`auth.strength.${strength}`)}
      </Text>
    </View>
  )
}
