import original from 'query-string'
import { parse } from './queryString'

/** Taro's router asks without decoding. The package answers with objects that have no prototype. */
test.each([
  '',
  '?symbol=BTCUSDT',
  'symbol=BTCUSDT&from=list',
  'a=1&a2=x%20y&b=%E4%BD%A0',
  'flag&x=',
  'next=%2Fpages%2Forder%2Forder%3Fa%3D1&stamp=A',
  'x=a=b',
])('%s reads as query-string reads it', (text) => {
  expect(parse(text, { decode: false })).toEqual({ ...original.parse(text, { decode: false }) })
  expect(parse(text)).toEqual({ ...original.parse(text) })
})
