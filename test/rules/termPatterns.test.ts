import { readFileSync } from 'node:fs'
import { bannedIn, parseTerms } from '../../scripts/checks/termRules.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'

/** Mistakes that readers of each language have found, with the key of such a text. */
const MISTAKES: Record<string, [place: string, text: string][]> = {
  'zh-CN': [
    ['results.needed', '正确率要达到 {{needed}} 才能保本。'],
    ['savings.estimate', '预计收益（按最近一天）'],
    ['guess.ask', '30 秒后更高还是更低？'],
    ['errors.ask_invalid', '本设备的签名未通过验证，订单未成立。'],
    ['orders.story.rule.won', '{{exit}}，对比 {{entry}}。'],
    ['auth.consent', '我已成年，同意服务条款。'],
  ],
  'zh-TW': [
    ['documents/how-orders-work', '要保本所需的正確率'],
    ['security.change.login', '修改登入密碼'],
    ['orders.story.signed.gap', '下一個簽署報價註明了前一個。'],
    ['guess.ask', '30 秒後更高還是更低？'],
    ['profile.creditScore', '信用評分'],
    ['trade.clock.slow', '請將時間設為自動。'],
  ],
  'en-US': [
    ['message.security.other', 'Contact customer service at once.'],
    ['orders.lookUp.unreached', '{{exchange}} cannot be reached.'],
    ['orders.proof.notSaved', 'Could not save the receipt.'],
    ['orders.story.signed.title', 'Signed by others: {{needed}} of {{all}} had to sign'],
    ['documents/about', 'There are no individual odds.'],
    ['limits.break.forever', 'Trading is closed for good'],
  ],
  'ja-JP': [
    ['results.right_other', '{{count}}回中{{won}}回的中しました'],
    ['orders.evidence.unknown.title', '当社の記録がありません'],
    ['orders.story.elsewhere', 'ほかの場所で検証'],
    ['orders.story.rule.won', '{{entry}}に対して{{exit}}。'],
    ['profile.creditScore', '信用スコア'],
    ['limits.break.end', '取引を再開する'],
  ],
  'th-TH': [
    ['trade.breakEven', 'ต้องทายถูก {{times}} ครั้ง'],
    ['orders.proof.problem.closed_early', 'ออเดอร์ถูกปิดก่อนครบกำหนด'],
    ['wallet.deposit.addReceipt', 'เพิ่มภาพหน้าจอ'],
    ['guess.ask', 'จะสูงขึ้นหรือต่ำลง'],
    ['documents/about', 'อัตราจ่ายเฉพาะบุคคล'],
    ['orders.settled.back', '{{amount}} กลับเข้ายอดเงินของคุณ'],
  ],
  'vi-VN': [
    ['guess.ask', 'Sau 30 giây cao hơn hay thấp hơn?'],
    ['trade.prices.invented', 'đây là giá giả lập'],
    ['orders.story.end.won', 'Vì vậy bạn thắng {{rate}}'],
    ['profile.creditScore', 'Điểm tín nhiệm'],
    ['orders.story.last.title', 'Giá cuối cùng kịp giờ: {{price}}'],
  ],
  'id-ID': [
    ['auth.sub', 'Trading berjangka waktu 30 detik.'],
    ['trade.place', 'Pasang {{order}}'],
    ['results.few', 'Dengan sedikit order, persentase benar belum berarti.'],
    ['orders.story.rule.won', '{{exit}} terhadap {{entry}}.'],
    ['documents/about', 'peluang khusus per pengguna'],
    ['orders.settled.back', '{{amount}} kembali ke saldo Anda'],
  ],
  'ko-KR': [
    ['results.few', '적중률은 아직 의미가 없습니다.'],
    ['results.breakEven', '본전 {{rate}}'],
    ['orders.proof.tied.none', '그때 작성되었다는 것은 확인되지 않습니다.'],
    ['documents/terms', '당사는 계약을 종료할 수 있습니다.'],
    ['orders.story.elsewhere', '다른 곳에서 검증'],
    ['profile.creditScore', '신용 점수'],
  ],
  'fr-FR': [
    ['results.verdict.luck', 'Votre vrai taux peut varier.'],
    ['trade.breakEven', 'Pour ne rien perdre, il faut avoir raison.'],
    ['orders.story.rule.won', '{{exit}} contre {{entry}}.'],
    ['orders.story.end.lost', 'Le montant est donc perdu'],
    ['documents/about', 'Il n’y a aucune cote individuelle.'],
    ['orders.check.title', 'Vérifier le résultat de n’importe qui'],
  ],
  'de-DE': [
    ['guess.ask', 'Kostenlos tippen: höher oder tiefer?'],
    ['results.few', 'Bei wenigen Aufträgen sagt eine Quote nichts aus.'],
    ['orders.story.end.won', 'Also haben Sie {{rate}} gewonnen'],
    ['orders.story.rule.won', '{{exit}} gegen {{entry}}.'],
    ['orders.settled.back', '{{amount}} zurück auf Ihrem Guthaben'],
  ],
}

test.each(Object.keys(MISTAKES))('the list of %s refuses the mistakes that were found in its texts', (locale) => {
  const terms = parseTerms(readFileSync(fromRoot('docs', 'terms', `${locale}.md`), 'utf8'))
  const passed = (MISTAKES[locale] ?? []).filter(([place, text]) => bannedIn(text, place, terms, locale).length === 0)
  expect(passed).toEqual([])
})
