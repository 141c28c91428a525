import { Button as PlatformButton, Text, View } from '@tarojs/components'
import { Button } from '../../components/Button'
import { Sheet } from '../../components/Sheet'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { AGREE_BUTTON, usePrivacyQuestion } from '../../platform/privacy'

/**
 * WeChat's privacy question in our own words: calls that touch personal data wait for the answer. Opening the policy
 * refuses this time, so the next call asks again.
 */
export function PrivacySheet() {
  const t = useT()
  const question = usePrivacyQuestion()
  const refuse = () => question?.refuse()
  const read = () => {
    refuse()
    openPage('/pages/yinsi/yinsi')
  }
  return (
    <Sheet
      open={question !== undefined}
      onClose={refuse}
      title={t('shell.privacy.title')}
      closeLabel={t('shell.privacy.refuse')}
    >
      <Text className="screen__service">{t('shell.privacy.text')}</Text>
      <View className="stack">
        <PlatformButton
          id={AGREE_BUTTON}
          className="button button--primary button--large button--block"
          openType="agreePrivacyAuthorization"
          onAgreePrivacyAuthorization={() => question?.agree()}
        >
          {t('shell.privacy.agree')}
        </PlatformButton>
        <Button tone="secondary" onClick={read}>
          {t('shell.privacy.policy')}
        </Button>
        <Button tone="plain" onClick={refuse}>
          {t('shell.privacy.refuse')}
        </Button>
      </View>
    </Sheet>
  )
}
