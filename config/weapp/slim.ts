import type { IProjectConfig } from '@tarojs/taro/types/compile'
import { AsyncPackages, isOfMainPackage } from './asyncPackages'
import { GlobalObject } from './globalObject'
import { SHARED_FILES } from './lateFile'
import { PlainStyles } from './plainStyles'

type MiniConfig = NonNullable<IProjectConfig<'webpack5'>['mini']>
type MiniChain = Parameters<NonNullable<MiniConfig['webpackChain']>>[0]

/**
 * The language level of the build output: iOS 12 and the oldest Android runtimes of WeChat that are still in use take
 * it. `scripts/checks/weappOutput.mjs` checks the output against it.
 */
export const WEAPP_TARGET = 'es2017'

/** Cuts Taro's mini program build into packages and takes out what WeChat's runtimes do not know. */
export function slimWeapp(chain: MiniChain): void {
  const usual = chain.optimization.get('splitChunks')
  chain.optimization.splitChunks({
    ...usual,
    // Code that is seldom needed stays whole in its own package.
    chunks: isOfMainPackage,
    cacheGroups: { ...usual.cacheGroups, ...SHARED_FILES },
  })
  chain.performance.hints(false)
  // What a twin (`*.weapp.ts`) lacks would throw when it is called.
  chain.module.strictExportPresence(true)
  chain.plugin('globalObject').use(GlobalObject)
  chain.plugin('asyncPackages').use(AsyncPackages)
  chain.plugin('plainStyles').use(PlainStyles)
}
