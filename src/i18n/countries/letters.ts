import type { Locale } from '../../../contract/locales'

/**
 * Chinese names have no letter in them: where each section begins in the order of the file, by pinyin in mainland China
 * and by strokes in Taiwan. A test compares them with ICU's index.
 */
const SECTIONS: Partial<Record<Locale, string>> = {
  'zh-CN': 'A:AL B:BB C:KP D:DK E:RU F:FR G:GM H:KZ J:KI K:CM L:LV M:MG N:NA P:PW R:JP S:SV T:TJ W:WF X:ES Y:JM Z:ZM',
  'zh-TW':
    '3畫:TT 4畫:BT 5畫:IL 6畫:IQ 7畫:HR 8畫:AM 9畫:RU 10畫:CD 11畫:FM 12畫:CM 13畫:TJ 14畫:FK 15畫:LA 16畫:JE 17畫:CY 18畫:SV ' +
    '19畫:RO 20畫:SD',
}

const HANGUL = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ'
const HANGUL_FIRST = 0xac00
const HANGUL_PER_INITIAL = 588
const KANA_ROWS = [
  'アイウエオ',
  'カキクケコ',
  'サシスセソ',
  'タチツテト',
  'ナニヌネノ',
  'ハヒフヘホ',
  'マミムメモ',
  'ヤユヨ',
  'ラリルレロ',
  'ワヲン',
]

function letterIn(name: string, locale: Locale): string {
  // Thai writes some vowels before the consonant that a word is filed under.
  const [first = ''] = locale === 'th-TH' ? name.replace(/^[เแโใไ]/, '') : name
  if (locale === 'ko-KR') return HANGUL[Math.floor((first.charCodeAt(0) - HANGUL_FIRST) / HANGUL_PER_INITIAL)] ?? first
  const base = first === 'Đ' ? first : (first.normalize('NFD')[0] ?? first).toUpperCase()
  if (locale === 'ja-JP') return KANA_ROWS.find((row) => row.includes(base))?.[0] ?? '漢字'
  // Separate letters in Vietnamese, filed behind A, E and O.
  return locale === 'vi-VN'
    ? first
        .normalize('NFD')
        .replace(/[\u0300\u0301\u0303\u0309\u0323]/g, '')
        .normalize('NFC')
        .toUpperCase()
    : base
}

/** The letter under which each country of a language's file is looked up, by ISO code. */
export function lettersByIso(names: Readonly<Record<string, string>>, locale: Locale): ReadonlyMap<string, string> {
  const starts = new Map(
    SECTIONS[locale]?.split(' ').map((section) => section.split(':').reverse() as [string, string]),
  )
  let section = ''
  return new Map(
    Object.entries(names).map(([iso, name]) => {
      section = starts.size === 0 ? letterIn(name, locale) : (starts.get(iso) ?? section)
      return [iso, section]
    }),
  )
}
