import { useEffect } from 'react'
import { useT } from '../i18n'
import { useStores } from '../stores/StoresContext'

/** The sentence below the last row of orders or money: older ones of this user may be in the server's archive. */
export function useRecordsEnd(): string {
  const t = useT()
  const { account } = useStores()
  const unknown = account.me.state.kind === 'idle'
  useEffect(() => {
    if (unknown) void account.load()
  }, [account, unknown])
  return t(account.figures?.recordsArchived ? 'common.olderArchived' : 'common.noMore')
}
