/*
 * Runs inline, before any other script: asks for the files of the page that the address names, and paints that page's
 * first screen from its template in the user's language and theme. The app takes over (src/platform/firstScreen.ts).
 * Its hash is in the content security policy; where the policy refuses it, the app comes up without it.
 */
;(() => {
  const root = document.documentElement
  const byId = (id) => document.getElementById(id)
  const styles = byId('app-css')
  const showStyles = () => {
    styles.media = 'all'
  }
  if (styles.sheet) showStyles()
  else styles.onload = showStyles
  try {
    const json = (id) => JSON.parse(byId(id)?.textContent || '{}')
    const kept = (key) => JSON.parse(localStorage.getItem(key) || '{}').value || {}
    const { pages, files, dictionary, bands } = json('first-screens')
    const session = kept('session')
    const { appInfo = session.appInfo || {}, products = [], names: productNames = {} } = json('first-data')
    const asked = (localStorage.getItem('language') || '').replace(/"/g, '')
    const locale = dictionary[asked] ? asked : 'zh-CN'
    const [path, query = ''] = location.hash.slice(1).split('?')
    const page = pages[path || '/']
    const ask = (file) => {
      const link = document.createElement('link')
      link.rel = 'preload'
      link.as = /css$/.test(file) ? 'style' : 'script'
      link.href = file
      document.head.append(link)
    }
    const early = page === 'home' || page === 'welcome'
    const names = [locale, page, ...(early ? [] : ['rest', `${locale}/rest`])]
    for (const file of new Set(names.flatMap((name) => files[name] || []))) ask(file)
    const { theme, upColorChoice } = kept('preferences')
    const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    const redUp = upColorChoice ? upColorChoice === 'red' : locale.startsWith('zh')
    const look = `theme-${isDark ? 'dark' : 'light'}${redUp ? ' red-up' : ''}`
    const template = byId(`first-${page}${session.token ? 'User' : ''}`)
    if (!template) return
    const texts = dictionary[locale]
    const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
    const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => escapes[sign])
    const symbol = new URLSearchParams(query).get('symbol') || ''
    const product = products.find((one) => one.symbol === symbol)
    const nameOf = (one) => productNames[locale]?.[one.symbol] || one.name
    const values = {
      theme: look,
      name: appInfo.name || 'Fairtick',
      currency: appInfo.currency ? appInfo.currency.code : '',
      language: texts[texts.length - 1],
      symbol: product ? (product.category === 'crypto' ? product.code : nameOf(product)) : symbol,
    }
    const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] || '')
    const write = (mark) => filled(mark.replace(/\[\[(\d+)\]\]/g, (_, index) => texts[index]))
    const copy = document.createElement('div')
    copy.className = 'first'
    copy.innerHTML = template.innerHTML.replace(/\[\[\d+\]\]|\{\{\w+\}\}/g, (mark) => escaped(write(mark)))
    const { feed = '', funds } = appInfo
    const simulated = feed === 'simulated' || feed.startsWith('replay:')
    const isDemo = funds === 'demo'
    const band = simulated ? bands[isDemo ? 'simulatedDemo' : 'simulated'] : isDemo && bands.demoFunds
    const notice = copy.querySelector('.screen__band')
    if (band) notice.textContent = write(band)
    else notice.remove()
    copy.addEventListener('click', (event) => {
      const target = event.target.closest('a, button')
      if (!target) return
      event.preventDefault()
      window.firstTap = target.getAttribute('aria-label') || target.textContent
    })
    root.lang = locale
    root.className = `${look} first-shown`
    document.body.prepend(copy)
  } catch {
    // Storage that is forbidden or damaged: the app comes up by itself.
  }
})()
