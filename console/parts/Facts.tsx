import { useSession } from '../session'
import { type Asked, factsOf } from './proposalFacts'
import { useReasons } from './reasons'

/** The effect of an action in words: each parameter under its name. */
export function Facts({ of }: { of: Asked }) {
  const { session, language } = useSession()
  const { read } = useReasons()
  const locale = language === 'en' ? 'en-US' : language
  return (
    <dl className="facts">
      {factsOf(of, { currency: session.currency, locale, read }).map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
