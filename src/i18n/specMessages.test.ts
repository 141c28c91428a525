import { LOCALES } from '../../contract/locales'
import { startI18n, translate } from './index'
import type { PlainKey } from './keys'

/** PRODUCT.md 5.1: the situation, the key that says it, the specification's words, and the Chinese that they are from. */
const MESSAGES: [situation: string, key: PlainKey, english: string, chinese: string][] = [
  ['generic success', 'common.done', 'Operation Successful', '操作成功'],
  ['settings saved', 'common.saved', 'Setup Successful', '设置成功'],
  ['registration done', 'auth.registered', 'Registration Successful', '注册成功'],
  ['order placed', 'trade.placed', 'Purchase Successful', '购买成功'],
  ['invitation code copied', 'profile.codeCopied', 'Account opening code copied successfully', '开户码复制成功'],
  ['after withdrawal', 'wallet.withdraw.wait', 'Please wait patiently for the funds to arrive', '请耐心等待资金到账'],
  ['password mismatch', 'auth.passwordMismatch', 'Passwords do not match', '两次输入的密码不一致'],
  [
    'trade password mismatch',
    'auth.tradePasswordMismatch',
    'Transaction passwords do not match',
    '两次输入的交易密码不一致',
  ],
  ['empty field', 'common.emptyValue', 'Empty Value', '不能为空'],
  ['no account bound', 'wallet.obstacle.noAccount', 'You have not yet bound', '您还未绑定'],
  ['list end', 'common.noMore', 'No more', '没有更多了'],
  ['empty list', 'content.noData', 'No data', '暂无数据'],
  ['no messages', 'message.empty', 'No message record', '暂无消息记录'],
  ['no orders', 'orders.empty', 'No order record', '暂无订单记录'],
  ['no withdrawals', 'wallet.withdraw.empty', 'No withdrawal record', '暂无提现记录'],
  ['no deposits', 'wallet.deposit.empty', 'No deposit record', '暂无充值记录'],
  ['no capital record', 'wallet.record.empty', 'No capital record', '暂无资金记录'],
  [
    'verification submitted',
    'identity.status.submitted',
    'Verification data submitted, please wait for review',
    '认证资料已提交，请等待审核',
  ],
]

test.each(LOCALES)('%s has words for every situation of the specification', async (locale) => {
  await startI18n(locale)
  const words = MESSAGES.map(([, key]) => translate(key))
  expect(MESSAGES.filter((_, index) => words[index] === '').map(([situation]) => situation)).toEqual([])
  if (locale !== 'en-US') {
    const english = MESSAGES.filter(([, , text], index) => words[index] === text)
    expect(english.map(([situation]) => situation)).toEqual([])
  }
})

test.each(MESSAGES)('%s is said in the words of the specification', async (_, key, english, chinese) => {
  await startI18n('en-US')
  expect(translate(key).slice(0, english.length)).toBe(english)
  await startI18n('zh-CN')
  expect(translate(key)).toContain(chinese)
})

test.each([
  ['en-US', 'Home', 'News', 'Personal centre'],
  ['zh-CN', '首页', '资讯', '个人中心'],
] as const)('the tabs of %s are labelled as in the specification', async (locale, ...labels) => {
  await startI18n(locale)
  expect((['tab.home', 'tab.news', 'tab.me'] as const).map((key) => translate(key))).toEqual(labels)
})
