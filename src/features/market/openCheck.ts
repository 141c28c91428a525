import { useT } from '../../i18n'
import type { OpenCheck } from '../../stores/openChecks'
import { CheckCard } from './CheckCard'

export { checkExample } from '../../stores/openChecks'
export { GuessRun } from './guessRun'

/** The house's own example order. It comes in its own file, once there is one to show. */
export function ExampleCard({ check }: { check: OpenCheck }) {
  const t = useT()
  return <CheckCard check={check} note={t('check.example')} isLogged />
}
