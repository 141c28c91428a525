import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { catchFiles } from '../../test/client/files'
import { renderScreen } from '../../test/client/screens'
import { keepThaiWords } from '../domain/thaiWords'
import { startI18n } from '../i18n'
import { useSaveFile } from './useSaveFile'

const PLAIN = 'เวลา,ออเดอร์,ตรวจสอบ'
const MARKED = keepThaiWords(PLAIN)

function SaveButton() {
  const saveFile = useSaveFile()
  const file = { name: 'orders.csv', type: 'text/csv', text: MARKED }
  return (
    <button type="button" onClick={() => void saveFile(file, { saved: 'Saved', failed: 'Not saved' })}>
      Save
    </button>
  )
}

beforeAll(() => startI18n('th-TH'))
afterEach(() => jest.restoreAllMocks())

test('a saved file has no invisible marks in its Thai words, as other programs would not find them', async () => {
  expect(MARKED).not.toBe(PLAIN)
  const files = catchFiles()
  const { stores } = renderScreen(<SaveButton />)
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Saved']))
  expect(await Promise.all(files)).toEqual([PLAIN])
})

test('nor has the text that WeChat copies, as it saves no files', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50')
  const user = userEvent.setup()
  renderScreen(<SaveButton />)
  await user.click(screen.getByRole('button'))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(PLAIN))
})
