import Taro from '@tarojs/taro'

const pathOf = (name: string) => `${Taro.env.USER_DATA_PATH}/${name}`

/** Writes a file into the program's own folder. Returns its path. */
export function writeOwnFile(name: string, content: string, encoding: 'utf8' | 'base64'): string {
  Taro.getFileSystemManager().writeFileSync(pathOf(name), content, encoding)
  return pathOf(name)
}

/** Statements, receipts and pictures do not outlive the session that they are from. */
export function forgetFiles(): void {
  const files = Taro.getFileSystemManager()
  for (const name of files.readdirSync(Taro.env.USER_DATA_PATH ?? '')) {
    try {
      files.unlinkSync(pathOf(name))
    } catch {
      // A folder of WeChat's own.
    }
  }
}
