/**
 * Two questions that queries by role ask of every element, answered without jsdom's detours: for each element it matches all
 * style rules and works out fourteen colors, and goes through the whole document for labels. No style sheet is loaded here.
 */

const styleOf = window.getComputedStyle
const displays = new Map<string, string>()

const ownValue = (node: Element, property: string): string =>
  (node as HTMLElement).style?.getPropertyValue(property) ?? ''

function displayOf(node: Element): string {
  if (node.hasAttribute('hidden')) return 'none'
  const usual = displays.get(node.tagName) ?? styleOf(document.createElement(node.tagName)).display
  displays.set(node.tagName, usual)
  return usual
}

const INHERITED: Record<string, string> = { visibility: 'visible', 'pointer-events': 'auto' }

function valueIn(node: Element, property: string): string {
  const own = ownValue(node, property)
  if (own !== '') return own
  if (property === 'display') return displayOf(node)
  const initial = INHERITED[property] ?? ''
  return initial !== '' && node.parentElement ? valueIn(node.parentElement, property) : initial
}

const READ: Record<string, string> = { display: 'display', visibility: 'visibility', pointerEvents: 'pointer-events' }

window.getComputedStyle = (node) => {
  const get = (own: CSSStyleDeclaration, name: keyof CSSStyleDeclaration) => {
    if (name === 'getPropertyValue') return (property: string) => valueIn(node, property)
    const property = READ[String(name)]
    return property === undefined ? own[name] : valueIn(node, property)
  }
  return new Proxy((node as HTMLElement).style, { get } as ProxyHandler<CSSStyleDeclaration>)
}

for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]) {
  Object.defineProperty(prototype, 'labels', {
    get(this: Element) {
      const names = (label: HTMLLabelElement) => (label.htmlFor ? label.htmlFor === this.id : label.contains(this))
      return [...document.getElementsByTagName('label')].filter(names)
    },
  })
}
