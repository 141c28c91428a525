/** In WeChat the chart covers the page and nothing more. The twin is `fullScreen.ts`. */
export const takeFullScreen = (_onLeft: () => void): void => undefined
export const leaveFullScreen = (): void => undefined
