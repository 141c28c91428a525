import { Alert, Typography } from 'antd'
import { LOCALES, type Locale } from '../../contract/locales'
import { t } from '../texts'

/** Required parts of a language: its title and its text. */
type Parts = readonly [title: string | undefined, text: string | undefined]

/** Languages of which one part is there and the other one is not. */
export const halfWritten = (of: (locale: Locale) => Parts): Locale[] =>
  LOCALES.filter((locale) => of(locale).filter(Boolean).length === 1)

/** Says while one writes in which languages something is missing. */
export function Languages({ of }: { of(locale: Locale): Parts }) {
  const half = halfWritten(of)
  const empty = LOCALES.filter((locale) => !of(locale).some(Boolean))
  return (
    <>
      {half.length > 0 && <Alert type="warning" title={t('halfWritten', { locales: half.join(', ') })} />}
      {empty.length > 0 && empty.length < LOCALES.length && (
        <Typography.Text>{t('notWritten', { locales: empty.join(', ') })}</Typography.Text>
      )}
    </>
  )
}
