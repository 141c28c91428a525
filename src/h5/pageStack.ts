import stacks from '@tarojs/router/dist/router/stack.js'
import { Current, eventCenter, type PageInstance } from '@tarojs/runtime'
import { type Mounts, unmountAfterMount } from './pageMounts'
import { parse } from './queryString'

/** Names that Taro adds to the parameters of a page. */
const MARKS = ['stamp', '$taroTimestamp']

/** What a page's parameters say, in any order. */
function textOf(params: object = {}): string {
  const own = Object.entries(params).filter(([name]) => !MARKS.includes(name))
  return JSON.stringify(own.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const addressText = () => textOf(parse(window.location.hash.split('?')[1] ?? '', { decode: false }))

/**
 * Replaces how Taro's router finds the page that a change of the address leads back to. Taro compares the paths only: on
 * top of the page of one product, the address of another product would show the first one.
 */
stacks.getLastIndex = (pathname, from = 1) => {
  const wanted = addressText()
  const leadsTo = ({ path, $taroParams }: PageInstance & { $taroParams?: object }) =>
    path?.split('?')[0] === pathname && textOf($taroParams) === wanted
  return [...stacks.get()].reverse().findIndex((page, index) => index >= from && leadsTo(page))
}

// The app is there by then, and no page yet.
eventCenter.once('__taroRouterLaunch', () => unmountAfterMount(Current.app as unknown as Mounts))

export default stacks
