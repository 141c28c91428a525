/** WeChat's question whether the user agrees to the privacy policy, asked when something first touches personal data. */
export interface PrivacyQuestion {
  /** Only after a tap on the button whose id is `AGREE_BUTTON`: WeChat looks whether there was one. */
  agree(): void
  refuse(): void
}

export const AGREE_BUTTON = 'agree-privacy'

/** Browsers ask by themselves. The twin is `privacy.weapp.ts`. */
export const CHECKS_PRIVACY = false

export function usePrivacyQuestion(): PrivacyQuestion | undefined {
  return undefined
}
