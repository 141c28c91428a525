import type { Compiler } from 'webpack'
import webpack from 'webpack'

const GLOBAL = webpack.RuntimeGlobals.global
const PLUGIN = 'GlobalObject'

class FindGlobalObject extends webpack.RuntimeModule {
  constructor() {
    super('global object', webpack.RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return `${GLOBAL} = typeof globalThis === 'object' ? globalThis : typeof global === 'object' ? global : wx;`
  }
}

/** Finds the global object by name: webpack would use `new Function`, which WeChat does not have. */
export class GlobalObject {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(GLOBAL).tap({ name: PLUGIN, before: 'RuntimePlugin' }, (chunk) => {
        compilation.addRuntimeModule(chunk, new FindGlobalObject())
        return true
      })
    })
  }
}
