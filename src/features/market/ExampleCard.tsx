import { useT } from '../../i18n'
import { CheckCard, type Told } from './CheckCard'

/** The house's own example order. */
export function ExampleCard({ check }: { check: Told }) {
  const t = useT()
  return <CheckCard check={check} note={t('check.example')} isLogged />
}
