import { useEffect } from 'react'
import { useLocale, useT } from '../i18n'
import { showDateTime } from '../i18n/days'
import { canPrint, clearPaper, type Paper, type PaperLine, printPaper } from '../platform/print'
import { useStores } from '../stores/StoresContext'
import './paper.scss'

/** The text of a page; its addressee and time are added. */
export type PaperText = Pick<Paper, 'title' | 'sections'> & { facts?: readonly PaperLine[]; notes?: readonly string[] }

/**
 * Prints a document instead of the page, in the dialog in which every browser also saves a PDF. Undefined if
 * printing is not supported. Amounts are printed in full, even when balances are hidden on the screen.
 */
export function usePaper(): ((text: PaperText) => void) | undefined {
  const t = useT()
  const language = useLocale()
  const { connection, session, preferences } = useStores()
  useEffect(() => clearPaper, [])
  if (!canPrint()) return undefined
  return ({ title, sections, facts = [], notes = [] }) => {
    const { appInfo, userInfo } = session
    const made = showDateTime(connection.serverNow(), preferences.timeZone, { seconds: true })
    printPaper({
      title,
      language,
      brand: appInfo?.name ?? '',
      sections,
      facts: [[t('wallet.paper.account'), userInfo?.account ?? ''], ...facts, [t('wallet.paper.made'), made]],
      notes: [...(appInfo?.funds === 'demo' ? [t('shell.band.demoFunds')] : []), ...notes],
    })
  }
}
