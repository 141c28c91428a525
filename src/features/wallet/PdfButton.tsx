import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { type PaperText, usePaper } from '../../connected/usePaper'
import type { TimeZoneChoice } from '../../domain/time'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { T } from '../../i18n/keys'
import type { Format } from '../../i18n/numbers'
import { useStores } from '../../stores/StoresContext'

interface PdfButtonProps {
  paper: (words: { t: T; format: Format; zone: TimeZoneChoice; currency: string }) => PaperText
}

/** Prints `paper`; renders nothing if printing is not supported. */
export const PdfButton = observer(function PdfButton({ paper }: PdfButtonProps) {
  const t = useT()
  const format = useFormat()
  const { preferences, session } = useStores()
  const print = usePaper()
  if (!print) return null
  const words = { t, format, zone: preferences.timeZone, currency: session.appInfo?.currency.code ?? '' }
  return (
    <Button tone="plain" size="medium" onClick={() => print(paper(words))}>
      {t('wallet.pdf')}
    </Button>
  )
})
