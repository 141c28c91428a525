/** A tab as markup: the first screen has it from the build, and the tab bar that takes over draws the same. */
export const tabItem = (tab: { path: string; icon: string; label: string; isCurrent: boolean }): string =>
  `<a class="tab-bar__item" href="#${tab.path}"${tab.isCurrent ? ' aria-current="page"' : ''}>${tab.icon}<span class="tab-bar__label">${tab.label}</span></a>`
