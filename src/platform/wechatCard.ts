import type { WechatSignature } from '../../contract/app'
import { isWechat, onShareable } from './shell'

const SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const PICTURE = '/h5/touch-180.png'
const CALLS = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

type Card = Record<'title' | 'desc' | 'link' | 'imgUrl', string>
type Sdk = Record<(typeof CALLS)[number], (card: Card) => void> & {
  config(options: object): void
  ready(work: () => void): void
}

function loadSdk(): Promise<Sdk | undefined> {
  return new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src: SDK })
    script.onload = () => resolve(Reflect.get(window, 'wx') as Sdk | undefined)
    script.onerror = () => resolve(undefined)
    document.head.append(script)
  })
}

/**
 * In WeChat's own browser: what its menu shares gets the page's title and our picture instead of a bare address. `sign` answers
 * undefined if the house has no account for it; then nothing is loaded. The twin is `wechatCard.weapp.ts`.
 */
export async function startWechatCard(
  name: () => string,
  sign: (url: string) => Promise<WechatSignature | undefined>,
): Promise<void> {
  if (!isWechat()) return
  // The address of the first page: later ones differ in what follows "#", which is not signed.
  const [url = ''] = window.location.href.split('#')
  const signature = await sign(url)
  const wx = signature && (await loadSdk())
  if (!wx) return
  const { appId, timestamp, nonce, signature: signed } = signature
  wx.config({ appId, timestamp, nonceStr: nonce, signature: signed, jsApiList: CALLS })
  wx.ready(() =>
    onShareable(({ title, url: link }) => {
      const imgUrl = window.location.origin + PICTURE
      for (const call of CALLS) wx[call]({ title, desc: name(), link, imgUrl })
    }),
  )
}
