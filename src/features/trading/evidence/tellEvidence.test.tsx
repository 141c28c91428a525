import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { checkpointAt, newestOf, restoredTo } from '../../../../test/client/house'
import { policyOf } from '../../../../test/client/receipts'
import { answered, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { useTellEvidence } from './useTellEvidence'

beforeAll(() => startI18n('en-US'))

function Asking() {
  const { tellOtherLog } = useTellEvidence()
  return (
    <button type="button" onClick={() => void tellOtherLog()}>
      Tell
    </button>
  )
}

test.each([
  ['of which the house says nothing', [], /^This device holds two signed states of the log that contradict each other/],
  ['that it restored', [restoredTo(2)], /^The public log was restored from a backup.* Servers were lost/],
  ['whose restore somebody else signed', [{ ...restoredTo(2), kept: 1 }], /contradict each other/],
])('a log %s', async (_, restores, text) => {
  const { stores, answers } = renderScreen(<Asking />, {
    '/log/newest': answered(newestOf(checkpointAt(3), Date.now())),
    getProofPolicy: answered(policyOf()),
  })
  await act(() => stores.signer.checkpoint().then(() => undefined))
  answers['/log/newest'] = answered(newestOf(checkpointAt(2, 'b'), Date.now()))
  answers.getProofPolicy = answered({ ...policyOf(), restores })
  await userEvent.click(screen.getByText('Tell'))
  await waitFor(() => expect(stores.ui.confirmation?.text).toMatch(text))
  await act(async () => stores.ui.settle(false))
})
