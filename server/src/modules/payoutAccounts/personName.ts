/** Letters that no normalisation takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  ħ: 'h',
}
/** As German and the Nordic languages write them without their signs, and machine-readable passports do. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/**
 * Forms of one Chinese character that are common in names, traditional, Japanese or rare ones, each before the one that
 * all of them are compared as.
 */
const CHARACTERS = [
  '陳陈張张劉刘楊杨趙赵黃黄吳吴孫孙馬马羅罗鄭郑謝谢許许韓韩馮冯鄧邓蕭萧蔣蒋葉叶蘇苏呂吕盧卢鍾钟鐘钟',
  '譚谭陸陆韋韦賈贾鄒邹閻阎龍龙賀贺顧顾龔龚萬万錢钱嚴严湯汤倫伦儀仪偉伟億亿傑杰勝胜勵励華华國国圓圆',
  '堅坚夢梦寧宁寶宝實实將将岡冈島岛峯峰嶺岭師师廣广広广強强彥彦從从德徳慶庆愛爱懷怀戰战戲戏揚扬擇择',
  '攝摄數数曉晓曄晔東东棟栋業业榮荣樂乐樹树橋桥櫻樱桜樱歐欧歡欢澤泽沢泽濱滨浜滨濵滨濤涛潔洁瀅滢煒炜',
  '煥焕燁烨瑋玮瑩莹瓊琼畢毕異异禮礼稅税穎颖競竞紅红純纯紹绍綺绮維维綱纲緒绪緯纬縣县繼继聖圣聞闻聰聪',
  '聲声肅肃臨临興兴艷艳芸艺藝艺蓮莲蘭兰號号衛卫裡里見见覺觉親亲訓训詠咏詩诗誠诚諾诺謙谦識识議议讓让',
  '豐丰豊丰貞贞貴贵賓宾賢贤贊赞軍军輝辉輪轮連连進进遠远達达遲迟遼辽郵邮鄉乡醫医釗钊鈞钧鈴铃銀银銘铭',
  '鋒锋鋼钢錦锦鎮镇鏡镜鐵铁長长門门開开閔闵關关関关陽阳隊队際际雋隽雙双雲云電电靈灵靜静韻韵順顺項项',
  '頌颂題题願愿顏颜風风飛飞馳驰駿骏騰腾驍骁鳳凤鳴鸣鴻鸿鵬鹏鶴鹤麗丽麥麦齊齐斉齐齋斋斎斋龐庞髙高﨑崎',
  '嵜崎𠮷吉邊边邉边辺边槇槙栁柳桒桑冨富嶋岛嶌岛眞真藏蔵瀨瀬瀧滝惠恵曽曾條条巖岩巌岩會会壽寿學学淺浅',
  '濟济済济增増',
].join('')
/** Banks in Japan write small kana large. */
const SMALL_KANA = 'ァアィイゥウェエォオッツャヤュユョヨヮワヵカヶケ'

const tableOf = (pairs: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...pairs.matchAll(/(.)(.)/gu)].map(([, from = '', to = '']) => [from, to]))
const ONE_FORM = tableOf(CHARACTERS + SMALL_KANA)

const inKatakana = (text: string) =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

const replaced = (text: string, table: Readonly<Record<string, string>>) =>
  [...text].map((letter) => table[letter] ?? letter).join('')

/** Accents, the vowel signs of Arabic and Hebrew, and all apostrophes, of which some are letters of Hawaii or of Arabic. */
const UNWRITTEN =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u065f\u0670'`\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02be\u02bf\u2032]/g

/** The words of a name without case, accents, widths and the characters between them, in their own order. */
function wordsOf(text: string): { words: string[]; sorted: string; joined: string } {
  const plain = replaced(text.normalize('NFKD').replace(UNWRITTEN, ''), LETTERS)
  const words = plain
    .normalize('NFC')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
  return { words, sorted: [...words].sort().join(' '), joined: words.join('') }
}

function formsOf(name: string) {
  const small = replaced(inKatakana(name.normalize('NFKC').toLowerCase()), ONE_FORM)
  return [wordsOf(small), wordsOf(replaced(small, UMLAUTS))]
}

/**
 * Whether two names are one person's as banks write them: "MUELLER, Anna Lena" is "Anna-Lena Müller", 陳大文 is 陈大文.
 * Another script, a word that is missing or one that is abbreviated is another name: two people decide on those.
 */
export function isSameName(one: string, other: string): boolean {
  const others = formsOf(other)
  return formsOf(one).some((a) =>
    others.some((b) => a.joined !== '' && (a.sorted === b.sorted || a.joined === b.joined)),
  )
}

const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Thai}\p{M}]+$/u

/**
 * Whether a text of a bank has every word of a person's name, in any order and among others: a hint for whoever
 * compares the two, which decides nothing.
 */
export function hasName(text: string, name: string): boolean {
  const texts = formsOf(text)
  return formsOf(name).some(
    ({ words, joined }) =>
      joined !== '' &&
      texts.some(
        (said) =>
          words.every((word) => said.words.includes(word)) ||
          (WITHOUT_SPACES.test(joined) && said.joined.includes(joined)),
      ),
  )
}
