/** What extensions of browsers do to a page. Each function runs in the page, before its scripts. */

/** A page's translator: every text, also later ones, goes into two elements, like Chrome's own. */
export function translator(): void {
  const skipped = 'script, style, textarea, font'
  const wrap = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest(skipped)) return
    const inner = document.createElement('font')
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.append(inner)
    inner.append(text.data)
  }
  const visit = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) wrap(text)
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'childList' ? addedNodes : [target]) {
        if (node instanceof Text) wrap(node)
        else if (node.isConnected) visit(node)
      }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** A grammar checker: parts of texts go into its elements, and each field gets a neighbor. */
export function grammarChecker(): void {
  const mark = (element: Element) => {
    if (element.localName.startsWith('grammar-')) return
    for (const text of Array.from(element.childNodes)) {
      if (!(text instanceof Text) || text.data.trim().length < 4 || /^(SCRIPT|STYLE|TEXTAREA)$/.test(element.tagName))
        continue
      const word = text.splitText(2)
      const marked = document.createElement('grammar-mark')
      word.replaceWith(marked)
      marked.append(word)
    }
    if (element.matches('input, textarea') && element.nextElementSibling?.localName !== 'grammar-button') {
      element.setAttribute('data-grammar', 'on')
      element.after(document.createElement('grammar-button'))
    }
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element && node.isConnected)
          for (const one of [node, ...node.querySelectorAll('*')]) mark(one)
  }).observe(document, { childList: true, subtree: true })
}

/** A dark mode: styles and attributes on every element, and style sheets between ours. */
export function darkMode(): void {
  const paint = (element: Element) => {
    if (!(element instanceof HTMLElement) || element.hasAttribute('data-dark')) return
    element.setAttribute('data-dark', '')
    element.style.setProperty('--dark-color', '#eee')
    if (element.style.backgroundColor) element.style.backgroundColor = '#111'
    if (element.localName === 'link') element.after(document.createElement('style'))
  }
  new MutationObserver((records) => {
    document.documentElement?.setAttribute('data-dark-mode', 'dynamic')
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element) for (const one of [node, ...node.querySelectorAll('*')]) paint(one)
  }).observe(document, { childList: true, subtree: true })
}

/** A password manager: an icon next to each field, a frame around the field, and an overlay over the page. */
export function passwordManager(): void {
  const attend = () => {
    for (const field of document.querySelectorAll('input:not([data-manager])')) {
      field.setAttribute('data-manager', '')
      field.setAttribute('autocomplete', 'off')
      field.before(document.createElement('manager-icon'))
      const frame = document.createElement('manager-frame')
      frame.style.display = 'contents'
      field.replaceWith(frame)
      frame.append(field)
    }
    if (document.body && !document.querySelector('manager-overlay'))
      document.documentElement.append(document.createElement('manager-overlay'))
  }
  new MutationObserver(attend).observe(document, { childList: true, subtree: true })
}
