import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Passkey } from '../../../contract/passkeys'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { Skeleton } from '../../components/Skeleton'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { Loaded } from '../../connected/Loaded'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { labelled } from '../../i18n/sentences'
import { canUsePasskeys } from '../../platform/passkeys'
import { useLate, useStores } from '../../stores/StoresContext'
import { AddPasskeyForm } from './AddPasskeyForm'
import { useOpenForm } from './openForm'
import { proofOf, usePasswordForm } from './usePasswordForm'
import './PasskeysCard.scss'

/** As in contract/passkeys.ts. */
const NAME_MAX = 40

/** The user's passkeys: adding one on this device, renaming and removing each (PRODUCT.md 9.9). */
export const PasskeysCard = observer(function PasskeysCard() {
  const t = useT()
  const { security, session } = useLate()
  const { passkeys } = security
  const adding = useOpenForm('passkey')
  useEffect(() => {
    void passkeys.refresh()
  }, [passkeys])
  const isUsable = canUsePasskeys(session.appInfo?.passkeyDomain)
  return (
    <Card>
      <Text className="security__title">{t('passkey.title')}</Text>
      <Text className="security__text block muted t14">{t(isUsable ? 'passkey.text' : 'passkey.unsupported')}</Text>
      <Loaded from={passkeys} loading={<Skeleton shape="row" />}>
        {({ items, limit }) => (
          <>
            <View ariaRole="list" aria-label={t('passkey.title')}>
              {items.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} />
              ))}
            </View>
            {items.length >= limit ? (
              <Text className="security__text block muted t14">{t('passkey.full')}</Text>
            ) : adding.isOpen ? (
              <AddPasskeyForm onDone={adding.close} />
            ) : isUsable ? (
              <Button tone="secondary" size="medium" onClick={adding.open}>
                {t('passkey.add')}
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </Card>
  )
})

const PasskeyLine = observer(function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const t = useT()
  const { preferences } = useStores()
  const rename = useOpenForm(`rename ${passkey.id}`)
  const remove = useOpenForm(`remove ${passkey.id}`)
  const dateOf = (instant: string) => showDateTime(instant, preferences.timeZone)
  return (
    <View className="passkey" ariaRole="listitem">
      <View className="line gap-8">
        <Icon name="lock" size={20} />
        <Text className="passkey__name fills">{passkey.name}</Text>
      </View>
      <Text className="block muted t13 num">{t('passkey.added', { date: dateOf(passkey.createdAt) })}</Text>
      <Text className="block muted t13 num">
        {passkey.lastUsedAt ? t('passkey.used', { date: dateOf(passkey.lastUsedAt) }) : t('passkey.unused')}
      </Text>
      {rename.isOpen ? <RenameForm passkey={passkey} onDone={rename.close} /> : null}
      {remove.isOpen ? <RemoveForm passkey={passkey} onDone={remove.close} /> : null}
      {rename.isOpen || remove.isOpen ? null : (
        <View className="passkey__actions wraps">
          <Button
            tone="secondary"
            size="medium"
            block={false}
            label={labelled(t('passkey.rename'), passkey.name)}
            onClick={rename.open}
          >
            {t('passkey.rename')}
          </Button>
          <Button
            tone="plain"
            size="medium"
            block={false}
            label={labelled(t('passkey.remove'), passkey.name)}
            onClick={remove.open}
          >
            {t('passkey.remove')}
          </Button>
        </View>
      )}
    </View>
  )
})

const RenameForm = observer(function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useT()
  const { security, ui } = useLate()
  const form = useForm(
    { validate: ({ name }) => ({ name: name.trim() === '' ? 'common.emptyValue' : undefined }) },
    () => ({ name: passkey.name }),
  )
  const field = form.field('name')
  const handleSave = () =>
    form.submit(async ({ name }) => {
      const answer = await security.renamePasskey(passkey.id, name.trim())
      if (!answer.ok) return form.refuse(answer.error)
      ui.toast(t('common.saved'), 'success')
      onDone()
    })
  return (
    <View className="passkey__form stack">
      <TextField
        {...field}
        label={t('passkey.nameLabel')}
        maxLength={NAME_MAX}
        error={field.error ?? form.failureText}
      />
      <Button size="medium" loading={form.sending} onClick={() => void handleSave()}>
        {t('passkey.save')}
      </Button>
    </View>
  )
})

const RemoveForm = observer(function RemoveForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useT()
  const { security, ui } = useLate()
  const { fields, sending, submit, refuse } = usePasswordForm()
  const handleRemove = () =>
    submit(async (values) => {
      const answer = await security.removePasskey(passkey.id, proofOf(values))
      if (!answer.ok) return refuse(answer.error)
      ui.toast(t('common.done'), 'success')
      onDone()
    })
  return (
    <View className="passkey__form stack">
      <Text className="block muted t13">{t('passkey.removeText')}</Text>
      {fields}
      <Button tone="danger" size="medium" loading={sending} onClick={() => void handleRemove()}>
        {t('passkey.remove')}
      </Button>
    </View>
  )
})
