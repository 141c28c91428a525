/** Lets the user choose a file of a browser; `accept` as of an input. Undefined if they did not. */
export function pickFile(accept: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.hidden = true
    input.onchange = () => {
      resolve(input.files?.[0])
      input.remove()
    }
    input.addEventListener('cancel', () => {
      resolve(undefined)
      input.remove()
    })
    document.body.append(input)
    input.click()
  })
}
