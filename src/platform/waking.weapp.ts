/** WeChat's view layer, which takes the presses, is not held up by the program: the animation is enough. The twin is `waking.ts`. */
export const guardWaking = (): void => undefined
