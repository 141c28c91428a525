import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { appInfoOf } from '../../../test/client/factories'
import { renderScreen } from '../../../test/client/screens'
import { useCustomerService } from '../../connected/useCustomerService'
import { startI18n } from '../../i18n'
import { Overlays } from './Overlays'

beforeAll(() => startI18n('en-US'))
afterEach(() => jest.restoreAllMocks())

const APP = appInfoOf({ kefuUrl: 'https://help.example.com/chat' })

function Help() {
  const open = useCustomerService()
  return (
    <button type="button" onClick={open}>
      Help
    </button>
  )
}

function show(kefuUrl: string | null, stored?: string) {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const { stores } = renderScreen(
    <>
      <Help />
      <Overlays />
    </>,
  )
  act(() => {
    stores.session.setAppInfo({ ...APP, kefuUrl })
    if (stored !== undefined) stores.session.restore({ ...stores.session.fields, kefuUrl: stored })
  })
  return { open }
}
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Help' }))

test('the link of the server opens in a page of its own', async () => {
  const { open } = show('https://help.example.com/chat')
  await ask()
  expect(open).toHaveBeenCalledWith('https://help.example.com/chat', '_blank', 'noopener,noreferrer')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a link a sheet says whom to ask, and closes', async () => {
  const { open } = show(null)
  await ask()
  expect(await screen.findByRole('dialog', { name: 'Customer service' })).toHaveTextContent(
    'Contact the person who gave you the account opening code',
  )
  expect(open).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
})

test.each([
  'https://evil.example/chat',
  'javascript:alert(1)',
  'https://help.example.com@evil.example/',
  'weixin://dl/chat',
])('%s in the storage of the device is not followed', async (stored) => {
  const { open } = show('https://help.example.com/chat', stored)
  await ask()
  expect(open).not.toHaveBeenCalled()
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
})

test.each(['javascript:alert(1)', 'http://help.example.com', '//help.example.com'])(
  '%s from the server is not followed either',
  async (kefuUrl) => {
    const { open } = show(kefuUrl)
    await ask()
    expect(open).not.toHaveBeenCalled()
  },
)
