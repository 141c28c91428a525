import { Collapse, Descriptions, Typography } from 'antd'
import { LOCALES, type Locale } from '../../contract/locales'
import { OPERATOR_REASONS } from '../../contract/operatorReasons'
import de from '../../src/i18n/locales/de-DE/operator.json'
import en from '../../src/i18n/locales/en-US/operator.json'
import fr from '../../src/i18n/locales/fr-FR/operator.json'
import id from '../../src/i18n/locales/id-ID/operator.json'
import ja from '../../src/i18n/locales/ja-JP/operator.json'
import ko from '../../src/i18n/locales/ko-KR/operator.json'
import th from '../../src/i18n/locales/th-TH/operator.json'
import vi from '../../src/i18n/locales/vi-VN/operator.json'
import zhCN from '../../src/i18n/locales/zh-CN/operator.json'
import zhTW from '../../src/i18n/locales/zh-TW/operator.json'
import { t } from '../texts'

const TEXTS: Record<Locale, { operator: { reason: Record<string, string> } }> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': en,
  'ja-JP': ja,
  'th-TH': th,
  'vi-VN': vi,
  'id-ID': id,
  'ko-KR': ko,
  'fr-FR': fr,
  'de-DE': de,
}

const wordsOf = (code: string) =>
  LOCALES.map((locale) => ({
    key: locale,
    label: locale,
    children: <span lang={locale}>{TEXTS[locale].operator.reason[code]}</span>,
  }))

/** What users read for each reason that staff can choose, in every language. */
export function Reasons() {
  return (
    <>
      <p>{t('reasonsHint')}</p>
      {Object.entries(OPERATOR_REASONS).map(([what, codes]) => (
        <section key={what} style={{ marginBottom: 24 }}>
          <Typography.Title level={5}>{t(`reasonsOf/${what}`)}</Typography.Title>
          <Collapse
            items={codes.map((code) => ({
              key: code,
              label: t(`operator/reason/${code}`),
              children: <Descriptions bordered size="small" column={1} items={wordsOf(code)} />,
            }))}
          />
        </section>
      ))}
    </>
  )
}
