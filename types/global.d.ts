/// <reference types="@tarojs/taro" />

declare module '*.png' {
  const url: string
  export default url
}
declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.scss'

declare namespace NodeJS {
  interface ProcessEnv {
    /** The target of this build; a constant in the bundle. */
    TARO_ENV?: 'h5' | 'weapp'
    /** Where the API lives, e.g. "https://example.com"; needed by the mini program, which has no page origin. */
    TARO_APP_API_ORIGIN?: string
    /** Keys of the log and of its witnesses that the app is built with (docs/PROOF_FORMAT.md, "What the app believes"). */
    TARO_APP_PROOF_PIN?: string
    TARO_APP_PRICE_SIGNERS?: string
    /** "off" leaves trading and paying in out of the mini program (docs/MINIPROGRAM.md, "Before you apply"). */
    TARO_APP_TRADING?: string
    /** "on" or "off": the timing loop of PRODUCT.md 6.6. */
    TARO_APP_ANTI_DEBUG?: string
  }
}
