import { useT } from '../i18n'
import { useStores } from './StoresContext'

/** The sentence below the last row of orders or money: a server may have moved older ones to its archive. */
export function useRecordsEnd(): string {
  const t = useT()
  const { session } = useStores()
  return t(session.appInfo?.recordsKeptDays ? 'common.olderArchived' : 'common.noMore')
}
