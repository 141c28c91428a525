import { createHttp, type Http } from '../../src/api/http'

/** The app's own requests, each answered by `ask` with the status and the text of a path below /api. */
export const appHttp = (ask: (path: string) => Promise<{ status: number; text: string }>): Http =>
  createHttp({
    base: '',
    async send({ url }) {
      const { status, text } = await ask(url)
      return { kind: 'answer', status, body: text, requestId: undefined }
    },
    sendPhoto: async () => ({ kind: 'network' }),
    token: () => '',
    locale: () => 'en-US',
    onSessionEnded: () => undefined,
    sleep: async () => undefined,
    random: () => 0,
  })
