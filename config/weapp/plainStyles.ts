import type { Declaration, Root } from 'postcss'
import postcss from 'postcss'
import type { Compiler } from 'webpack'
import webpack from 'webpack'

const PLUGIN = 'PlainStyles'
const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** "0 4rpx" as the four sides, as every shorthand of four is read. */
function sidesOf(value: string): string[] {
  const [top = '0', right = top, bottom = top, left = right] = value.trim().split(/\s+/)
  return [top, right, bottom, left]
}

function spellOutInset(declaration: Declaration): void {
  const values = sidesOf(declaration.value)
  declaration.replaceWith(
    SIDES.map((prop, index) => postcss.decl({ prop, value: values[index] ?? '0', important: declaration.important })),
  )
}

/** A window of at least this many em is wider than any phone. */
const PHONE_MAX_EM = 37
/** The frame says zh-CN. */
const OTHER_LANGUAGES = /:lang\((?!zh\)|zh-CN\))/

/**
 * Style sheets as WeChat's compiler and old web views take them: the compiler refuses the universal selector, so `*`
 * becomes "any element that is not called none", which weighs one element more; `inset` came with iOS 14.5. A mini program
 * is a phone everywhere (`src/platform/useWide.weapp.ts`) and cannot print, so it does not carry the rules of wide windows and
 * of paper; nor those of other languages than Chinese, which WeChat's frame names regardless of the app's language.
 */
export function plainStyles(root: Root): void {
  root.walkAtRules('media', (rule) => {
    const [, least] = /min-width:\s*([\d.]+)em/.exec(rule.params) ?? []
    if (Number(least) > PHONE_MAX_EM || rule.params === 'print') rule.remove()
  })
  root.walkRules((rule) => {
    const used = rule.selectors.filter((selector) => !OTHER_LANGUAGES.test(selector))
    if (used.length === 0) {
      rule.remove()
      return
    }
    if (used.length < rule.selectors.length) rule.selectors = used
    if (rule.selector.includes('*')) {
      rule.selector = rule.selector
        // "*.a" is ".a"; a lone star matches every element that is not called none.
        .replace(/(^|[\s>+~,(])\*(?=[.:#[])/g, '$1')
        .replace(/(^|[\s>+~,(])\*(?=$|[\s>+~,)])/g, '$1:not(none)')
    }
  })
  root.walkDecls('inset', spellOutInset)
  // Text alone follows WeChat's own setting (`textSize` in src/platform/system.weapp.ts): the layout keeps its width.
  root.walkDecls(/^(font-size|line-height)$/, (declaration) => {
    declaration.value = declaration.value.replace(/[\d.]+rpx/g, 'calc($& * var(--text-size, 1))')
  })
}

/** Runs `plainStyles` over every style sheet of the mini program. */
export class PlainStyles {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: PLUGIN, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        (assets) => {
          for (const name of Object.keys(assets).filter((file) => file.endsWith('.wxss'))) {
            const asset = compilation.getAsset(name)
            if (!asset) continue
            const root = postcss.parse(asset.source.source().toString())
            plainStyles(root)
            compilation.updateAsset(name, new webpack.sources.RawSource(root.toString()))
          }
        },
      )
    })
  }
}
