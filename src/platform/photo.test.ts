import { choosePhoto } from './photo'

/** A browser that can draw nothing of what it is given. */
class BlindImage {
  onerror?: () => void
  set src(_url: string) {
    queueMicrotask(() => this.onerror?.())
  }
}

const realImage = window.Image
beforeEach(() => {
  Object.assign(window, { Image: BlindImage })
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined })
})
afterEach(() => Object.assign(window, { Image: realImage }))

/** Chooses the file in the input that the page has just opened. */
function choose(bytes: string) {
  const chosen = choosePhoto()
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  const file = { slice: (from: number, to: number) => ({ text: async () => bytes.slice(from, to) }) }
  Object.defineProperty(input, 'files', { value: [file] })
  input.dispatchEvent(new Event('change'))
  return { chosen, file }
}

test.each(['heic', 'heix', 'mif1', 'avif'])(
  'an %s that the browser cannot draw goes to the server as it is',
  async (brand) => {
    const { chosen, file } = choose(`\0\0\0\x18ftyp${brand}`)
    expect(await chosen).toEqual({ source: file, previewUrl: '' })
  },
)

test('any other file that cannot be drawn is said to be unreadable', async () => {
  await expect(choose('\0\0\0\x18ftypmp42').chosen).rejects.toThrow('unreadable')
  await expect(choose('%PDF-1.7 and more').chosen).rejects.toThrow('unreadable')
})
