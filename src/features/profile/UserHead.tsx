import { Button, Text, View } from '@tarojs/components'
import type { Me } from '../../../contract/accounts'
import { Avatar } from '../../components/Avatar'
import { Icon } from '../../components/Icon'
import { Tag } from '../../components/Tag'
import { useCopy } from '../../connected/useCopy'
import { useT } from '../../i18n'
import { labelled } from '../../i18n/sentences'
import { CreditScore } from './CreditScore'
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
