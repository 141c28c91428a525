import { type ReactNode, useState } from 'react'
import { loadAllTexts, useT } from '../../i18n'
import { type Choose, GuessFace } from './GuessFace'
import { loadOpenCheck } from './loadOpenCheck'

/** One product, up or down for 30 s, without account or money: settled by the rule of orders, verified on this device. */
export function FreeGuess() {
  const t = useT()
  const [run, setRun] = useState<ReactNode>()
  // The rest comes with the first tap, which counts; one that finds no network is repeated by the next.
  const begin: Choose = (symbol, direction) =>
    void Promise.all([loadOpenCheck(), loadAllTexts()]).then(
      ([{ GuessRun }]) => setRun((running) => running ?? <GuessRun symbol={symbol} direction={direction} />),
      () => undefined,
    )
  return run ?? <GuessFace onChoose={begin} foot={t('guess.free')} />
}
