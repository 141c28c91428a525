import { t } from '../texts'

/** Something that bank and deposit both say; `agrees` is undefined if a person has to compare. */
export interface Pair {
  name: string
  bank: string
  deposit: string
  agrees: boolean | undefined
}

const signOf = (agrees: boolean | undefined) => (agrees === undefined ? '?' : agrees ? '✓' : '≠')
const levelOf = (agrees: boolean | undefined) => (agrees === undefined ? 'open' : agrees ? 'same' : 'differs')

/** Whether two sides agree, as a sign between them; its words are for whoever does not see it. */
export const Sign = ({ agrees }: { agrees: boolean | undefined }) => (
  <span className={`sign sign--${levelOf(agrees)}`}>
    <span aria-hidden="true">{signOf(agrees)}</span>
    <span className="unseen">{t(`bank/sign/${levelOf(agrees)}`)}</span>
  </span>
)

/** Bank and deposit side by side, with a sign between them. */
export const Compared = ({ pairs }: { pairs: Pair[] }) => (
  <table className="compared">
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">{t('bank/what')}</span>
        </th>
        <th scope="col">{t('bank/title')}</th>
        <th scope="col">
          <span className="unseen">{t('bank/compared')}</span>
        </th>
        <th scope="col">{t('bank/deposit')}</th>
      </tr>
    </thead>
    <tbody>
      {pairs.map(({ name, bank, deposit, agrees }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <bdi>{bank}</bdi>
          </td>
          <td>
            <Sign agrees={agrees} />
          </td>
          <td>
            <bdi>{deposit}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
