import type { Locale } from '../../../../contract/locales'
import { announcementOf } from './changeTexts'

const durations = [600, 30, 60].map((seconds) => ({ seconds, earningsRateBp: seconds === 30 ? 7550 : 8000 }))
const texts = announcementOf({
  code: 'BTCUSDT',
  names: { 'en-US': 'BTC/USDT' },
  change: { part: 'durations', terms: { durations } },
  from: new Date('2026-11-29T10:15:00Z'),
  currency: { code: 'USD', scale: 2 },
})

test.each<[Locale, string]>([
  ['en-US', 'From Nov 29, 2026, 10:15 AM UTC: 30 sec 75.5%, 1 min 80%, 10 min 80%.'],
  ['de-DE', 'Ab 29.11.2026, 10:15 UTC: 30 Sek. 75,5 %, 1 Min. 80 %, 10 Min. 80 %.'],
  ['zh-CN', '2026/11/29 10:15（UTC）起：30 秒 75.5%、1 分钟 80%、10 分钟 80%。'],
  ['zh-TW', '2026/11/29 10:15（UTC）起：30 秒 75.5%、1 分鐘 80%、10 分鐘 80%。'],
  ['ja-JP', '2026/11/29 10:15（UTC）から：30秒 75.5%、1分 80%、10分 80%。'],
  ['th-TH', 'ตั้งแต่ 29 พ.ย. 2569 10:15 UTC: 30 วินาที 75.5%, 1 นาที 80%, 10 นาที 80%'],
])('new durations are announced in whole minutes, the shortest first, in %s', (locale, text) => {
  const [line = ''] = (texts[locale]?.body ?? '').split('\n')
  expect(line.replace(/\s/g, ' ')).toBe(text)
})

test('a time and its rate stay on one line', () => {
  expect(texts['en-US']?.body).toContain('10\u00a0min\u00a080%')
})
