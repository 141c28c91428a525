import { Button, Text, View } from '@tarojs/components'
import { useState } from 'react'
import type { Me } from '../../../contract/accounts'
import { Avatar } from '../../components/Avatar'
import { Icon } from '../../components/Icon'
import { Sheet } from '../../components/Sheet'
import { Tag } from '../../components/Tag'
import { useCopy } from '../../connected/useCopy'
import { useT } from '../../i18n'
import { labelled } from '../../i18n/sentences'
import { initialsOf } from './figures'
import './UserHead.scss'

/** The user's identity: initials, account, opening code to pass on, credit score. */
export function UserHead({ me }: { me: Me }) {
  const copy = useCopy()
  const t = useT()
  return (
    <View className="user-head wraps gap-12">
      <View aria-hidden>
        <Avatar text={initialsOf(me.nickname || me.account)} />
      </View>
      <View className="user-head__who">
        <View className="user-head__name">
          <Text className="user-head__account" ariaRole="heading" aria-level={1}>
            {me.account}
          </Text>
          {me.verified ? <Tag>{t('profile.verified')}</Tag> : null}
        </View>
        <Button
          className="user-head__code"
          aria-label={labelled(`${t('profile.openingCode')} ${me.openingCode}`, t('profile.copyCode'))}
          onClick={() => void copy(me.openingCode, 'profile.codeCopied')}
        >
          <Text>{t('profile.openingCode')} </Text>
          <View className="num">
            {me.openingCode}
            <Icon name="copy" size={14} />
          </View>
        </Button>
      </View>
      <CreditScore me={me} />
    </View>
  )
}

/** The score; a tap shows the points that it is the sum of (PRODUCT.md 9.7). */
function CreditScore({ me }: { me: Me }) {
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
