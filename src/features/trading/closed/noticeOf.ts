import type { AppInfo } from '../../../../contract/app'
import { isSimulatedMarket } from '../../../domain/labels'
import type { T } from '../../../i18n/keys'

/** What a picture to share says of its money and its prices: that they are demo funds, or simulated; else empty. */
export function noticeOf(info: Pick<AppInfo, 'feed' | 'funds'> | null, t: T): string {
  if (!info) return ''
  if (isSimulatedMarket(info.feed))
    return t(info.funds === 'demo' ? 'shell.band.simulatedDemo' : 'shell.band.simulated')
  return info.funds === 'demo' ? t('shell.band.demoFunds') : ''
}
