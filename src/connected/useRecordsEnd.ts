import { useEffect } from 'react'
import { useT } from '../i18n'
import { useStores } from '../stores/StoresContext'

/** The sentence below "No more" of orders or money: older ones of this user may be in the server's archive. */
export function useRecordsEnd(): string | undefined {
  const t = useT()
  const { account } = useStores()
  const unknown = account.me.state.kind === 'idle'
  useEffect(() => {
    if (unknown) void account.load()
  }, [account, unknown])
  return account.figures?.recordsArchived ? t('common.olderArchived') : undefined
}
