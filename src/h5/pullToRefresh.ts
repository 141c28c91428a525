/** Taro's entry registers its pull-to-refresh element; no page uses it. */
export function defineCustomElementTaroPullToRefreshCore(): void {}
