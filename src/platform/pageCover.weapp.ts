/** WeChat has every page in the package and needs no placeholder. The twin is `pageCover.ts`. */
export const PLACEHOLDER_AFTER_MS = 200
export const GIVE_UP_AFTER_MS = 60_000

export const hideCover = (): void => undefined
export const showCover = (_cover: object): void => undefined
export const markLoading = (_isLoading: boolean): void => undefined
