import { act, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import type { Quote } from '../../contract/market'
import { quoteOf } from '../../test/client/factories'
import { renderScreen } from '../../test/client/screens'
import { StoresContext } from '../stores/StoresContext'
import { useQuoteTexts } from './useQuoteTexts'

const { symbol } = quoteOf()
const textsOf = jest.fn(({ high24h }: Quote) => [high24h])
const renders = jest.fn()
const Shown = observer(function Shown({ live }: { live: boolean }) {
  renders()
  return <p>{useQuoteTexts(symbol, textsOf, live)}</p>
})

test('a tick that changes no text renders nothing, and one that nobody sees is not even written out', () => {
  const { stores, rerender } = renderScreen(<Shown live />)
  const show = (live: boolean) =>
    rerender(
      <StoresContext.Provider value={stores}>
        <Shown live={live} />
      </StoresContext.Provider>,
    )
  const tick = (sequence: number, high24h: string) =>
    act(() => stores.market.applyQuotes([quoteOf({ sequence, high24h })]))
  tick(11, '70000.0')
  expect(screen.getByText('70000.0')).toBeVisible()
  renders.mockClear()
  tick(12, '70000.0')
  expect(renders).not.toHaveBeenCalled()
  show(false)
  textsOf.mockClear()
  tick(13, '70001.0')
  expect(textsOf).not.toHaveBeenCalled()
  show(true)
  expect(screen.getByText('70001.0')).toBeVisible()
})
