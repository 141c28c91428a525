const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

/** Catches the files that the app gives the user, which jsdom cannot; each resolves to its text. */
export function catchFiles(): Promise<string>[] {
  const files: Promise<string>[] = []
  URL.createObjectURL = (blob) => `blob:${files.push(textOf(blob as Blob))}`
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
  return files
}
