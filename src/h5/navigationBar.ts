/** Every page draws its own navigation bar, so Taro's is left out. */
export function initNavigationBar(): void {}
