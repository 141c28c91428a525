import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { HelpLine } from '../../../contract/accountLimits'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { SectionHead } from '../../components/SectionHead'
import { useOpenLink } from '../../connected/useOpenLink'
import { useT } from '../../i18n'
import { callPhone } from '../../platform/phone'
import { useLate } from '../../stores/StoresContext'

/** Help lines where the user lives; general advice if the operator named none. */
export const HelpCard = observer(function HelpCard() {
  const { accountLimits } = useLate()
  const t = useT()
  const lines = accountLimits.helpLines.value?.items ?? []
  return (
    <View>
      <SectionHead>{t('limits.help.title')}</SectionHead>
      <Text className="limits__text block soft t14">
        {t(lines.length > 0 ? 'limits.help.independent' : 'limits.help.text')}
      </Text>
      {lines.length > 0 ? (
        <Card kind="list">
          {lines.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </Card>
      ) : null}
    </View>
  )
})

function Line({ line: { name, phone, url } }: { line: HelpLine }) {
  const openLink = useOpenLink()
  return (
    <View className="limits__help stack gap-8">
      <Text className="t16">{name}</Text>
      {phone === null ? null : (
        <Button size="medium" tone="secondary" onClick={() => callPhone(phone)}>
          {phone}
        </Button>
      )}
      {url === null ? null : (
        <Button size="medium" tone="secondary" onClick={() => openLink(url)}>
          {url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </Button>
      )}
    </View>
  )
}
