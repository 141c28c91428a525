import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { AppInfo } from '../../contract/app'
import { isSimulatedMarket } from '../domain/labels'
import { useT } from '../i18n'
import type { PlainKey } from '../i18n/keys'
import { useStores } from '../stores/StoresContext'

/** PRODUCT.md 7.1: nobody takes a simulated market for a real one. */
export const MarketBand = observer(function MarketBand() {
  const { session } = useStores()
  const t = useT()
  const key = session.appInfo ? bandKey(session.appInfo) : undefined
  return key === undefined ? null : <View className="screen__band">{t(key)}</View>
})

function bandKey({ funds, feed }: AppInfo): PlainKey | undefined {
  if (isSimulatedMarket(feed)) return funds === 'demo' ? 'shell.band.simulatedDemo' : 'shell.band.simulated'
  return funds === 'demo' ? 'shell.band.demoFunds' : undefined
}
