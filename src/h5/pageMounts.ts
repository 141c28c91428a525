/** The part of Taro's app that puts pages on the screen; `id` is a page's path with its stamp. */
export interface Mounts {
  mount(component: unknown, id: string, done: (...args: unknown[]) => void): void
  unmount(id: string, done: () => void): void
}

/**
 * Lets Taro take away a page only once it is on the screen. On a busy phone the address changes again before the page is
 * rendered; Taro would then take away the last one that is, and leave this one over all that come after it.
 */
export function unmountAfterMount(app: Mounts): void {
  const { mount, unmount } = app
  /** The pages that are not rendered yet, and what takes them away after that. */
  const coming = new Map<string, (() => void) | undefined>()
  app.mount = (component, id, done) => {
    coming.set(id, undefined)
    mount.call(app, component, id, (...args) => {
      const takeAway = coming.get(id)
      coming.delete(id)
      done(...args)
      takeAway?.()
    })
  }
  app.unmount = (id, done) => {
    const takeAway = () => unmount.call(app, id, done)
    if (coming.has(id)) coming.set(id, takeAway)
    else takeAway()
  }
}
