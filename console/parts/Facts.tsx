import { useSession } from '../session'
import { Mark } from './Mark'
import { type Asked, factsOf } from './proposalFacts'
import { useReasons } from './reasons'

/** The effect of an action in words: each parameter under its name, or `isShort` the values in one line. */
export function Facts({ of, isShort = false }: { of: Asked; isShort?: boolean }) {
  const { session, language } = useSession()
  const { read } = useReasons()
  const locale = language === 'en' ? 'en-US' : language
  const facts = factsOf(of, { currency: session.currency, locale, read })
  if (isShort) return facts.map(({ value }) => value).join(' · ')
  return (
    <dl className="facts">
      {facts.map(({ name, label, value, level }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{level ? <Mark level={level}>{value}</Mark> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
