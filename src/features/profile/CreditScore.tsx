import { Button, Text, View } from '@tarojs/components'
import { useState } from 'react'
import type { Me } from '../../../contract/accounts'
import { Icon } from '../../components/Icon'
import { Sheet } from '../../components/Sheet'
import { useT } from '../../i18n'
import './CreditScore.scss'

/** The score; a tap shows the points that it is the sum of (PRODUCT.md 9.7). */
export function CreditScore({ me }: { me: Me }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="credit" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Text className="credit__score num">{me.creditScore}</Text>
        <Text className="block muted t12">{t('profile.creditScore')}</Text>
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('profile.creditScore')}
        closeLabel={t('common.close')}
        aside={<Text className="credit__score num">{me.creditScore}</Text>}
      >
        <Text className="credit__text">{t('profile.credit.text')}</Text>
        {me.creditParts.map((part) => (
          <View key={part.kind} className={part.earned ? 'credit__part' : 'credit__part credit__part--open'}>
            <Icon name={part.earned ? 'check' : 'minus'} size={18} />
            <Text className="credit__name fills">{t(`profile.credit.${part.kind}`)}</Text>
            {part.earned ? null : <Text className="credit__state">{t('profile.credit.notYet')}</Text>}
            <Text className="num">+{part.points}</Text>
          </View>
        ))}
        <View className="credit__part credit__part--sum">
          <Text className="credit__name fills">{t('profile.credit.sum')}</Text>
          <Text className="num">{me.creditScore}</Text>
        </View>
      </Sheet>
    </>
  )
}
