/** Every page draws its own navigation bar and sets its title, so Taro's bar and what drives it are left out. */
export function initNavigationBar(): void {}

export default class NoNavigationBar {
  load(): void {}
}
