import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../components/Button'
import { useT } from '../i18n'
import { showDateTime } from '../i18n/days'
import { labelled } from '../i18n/sentences'
import { canPrint, clearPaper, printAround } from '../platform/print'
import { useStores } from '../stores/StoresContext'
import './PrintButton.scss'

/**
 * Prints the page or sheet that it is in, as it is shown (PRODUCT.md 11.5). On paper, it is the line that says whose document
 * this is and of when. Renders nothing if printing is not supported.
 */
export const PrintButton = observer(function PrintButton() {
  const t = useT()
  const { connection, preferences, session } = useStores()
  const [madeAt, setMadeAt] = useState<number>()
  const place = useRef<HTMLElement>(null)
  useEffect(() => clearPaper, [])
  useEffect(() => {
    if (madeAt !== undefined && place.current) printAround(place.current)
  }, [madeAt])
  if (!canPrint()) return null
  const { appInfo, userInfo } = session
  return (
    <View ref={place}>
      <Button tone="plain" size="medium" onClick={() => setMadeAt(connection.serverNow())}>
        {t('wallet.pdf')}
      </Button>
      {madeAt === undefined ? null : (
        <Text className="paper-line">
          {[
            appInfo?.name,
            labelled(t('wallet.paper.account'), userInfo?.account ?? ''),
            labelled(t('wallet.paper.made'), showDateTime(madeAt, preferences.timeZone, { seconds: true })),
          ].join(' · ')}
        </Text>
      )}
    </View>
  )
})
