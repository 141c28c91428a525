import { screen } from '@testing-library/react'
import { renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { PhotoField } from './PhotoField'
import type { PhotoState } from './verificationForm'

beforeAll(() => startI18n('en-US'))

/** Shows the box and returns its button. */
function boxOf(photo: PhotoState) {
  renderScreen(<PhotoField side="front" photo={photo} error={undefined} onChange={() => undefined} />)
  return screen.getAllByRole('button')[0]
}

test.each<[PhotoState, string, string]>([
  [{ kind: 'none' }, 'Take or choose a photo', 'Front: Take or choose a photo'],
  [{ kind: 'sending', previewUrl: 'u', percent: 5 }, 'Uploading 5%', 'Front: Uploading 5%'],
  [{ kind: 'sent', previewUrl: undefined, id: 'a' }, 'Photo saved', 'Front: Photo saved, Choose another photo'],
  [{ kind: 'sent', previewUrl: 'u', id: 'a' }, '', 'Front: Choose another photo'],
])('the box of a photo is called by the words that it shows: %j', (photo, shown, name) => {
  expect(boxOf(photo)).toHaveTextContent(shown)
  expect(boxOf(photo)).toHaveAccessibleName(name)
})
