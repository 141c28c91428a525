import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { TextField } from '../../components/TextField'
import { usePasskey } from '../../connected/usePasskey'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'
import type { TradePasswordEntry } from './useTradePassword'

/** The second factor in addition to the trade password: the code, or one of the user's passkeys in its place. */
export const CodeOrPasskey = observer(function CodeOrPasskey(props: {
  entry: TradePasswordEntry
  /** False if only a passkey is accepted. */
  takesCode?: boolean
  hasPasskeys: boolean
}) {
  const { entry, takesCode = true, hasPasskeys } = props
  const t = useT()
  const { security } = useLate()
  const passkey = usePasskey()
  const handlePasskey = async () => {
    const signed = await passkey.sign(() => security.passkeyChallenge())
    if ('proof' in signed) entry.prove(signed.proof)
    else entry.say(signed.error)
  }
  if (entry.isProved) return <Text className="muted t13">{t('passkey.ready')}</Text>
  return (
    <>
      {takesCode ? (
        <TextField
          className="num"
          label={t('security.code')}
          value={entry.code}
          keyboard="text"
          maxLength={16}
          onChange={entry.typeCode}
          autoComplete="one-time-code"
        />
      ) : null}
      {hasPasskeys && passkey.isOffered ? (
        <Button tone="secondary" size="medium" loading={passkey.asking} onClick={() => void handlePasskey()}>
          {t(takesCode ? 'passkey.confirm' : 'passkey.sign')}
        </Button>
      ) : null}
    </>
  )
})
