import { lastPartOf } from '../routes'
import { drawIcon } from './drawIcon'

/** A tab as markup: the first screen has it from the build, and the tab bar that takes over draws the same. */
export const tabItem = (tab: { path: string; label: string; isCurrent: boolean }): string =>
  `<a class="tab-bar__item" href="#${tab.path}"${tab.isCurrent ? ' aria-current="page"' : ''}><i class="tab-bar__icon icon drawn">${drawIcon(`tab-${lastPartOf(tab.path)}`)}</i><span class="tab-bar__label">${tab.label}</span></a>`
