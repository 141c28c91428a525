import { useEffect } from 'react'
import { useLocale, useT } from '../i18n'
import { showDateTime } from '../i18n/days'
import { canPrint, clearPaper, type Paper, type PaperLine, printPaper } from '../platform/print'
import { useStores } from '../stores/StoresContext'
import './paper.scss'

/** What a page says; who it is for and when it was made are added. */
export type PaperText = Pick<Paper, 'title' | 'sections'> & { facts?: readonly PaperLine[]; notes?: readonly string[] }

/**
 * The print dialog with a document instead of the page, in which every browser also saves a PDF. Undefined where nothing can
 * be printed. Amounts are printed in full: whoever prints them wants them, also when balances are hidden on the screen.
 */
export function usePaper(): ((text: PaperText) => void) | undefined {
  const t = useT()
  const language = useLocale()
  const { session, preferences } = useStores()
  useEffect(() => clearPaper, [])
  if (!canPrint()) return undefined
  return ({ title, sections, facts = [], notes = [] }) => {
    const { appInfo, userInfo } = session
    const made = showDateTime(Date.now(), preferences.timeZone, { seconds: true })
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
