import path from 'node:path'
import type { IPluginContext } from '@tarojs/service'

const OLD_RUNTIMES = path.resolve(__dirname, '../../src/weapp/oldRuntimes')
const ERROR_LOG = path.resolve(__dirname, '../../src/weapp/errorLog')
const ARIA = path.resolve(__dirname, '../../src/weapp/ariaRuntime')

/** The parts of Taro's platform that this plugin touches. */
interface Platform {
  template: { mergeComponents(context: IPluginContext, components: object): void }
  runtimePath: string | string[]
}

/**
 * A Taro plugin: gives the mini program's templates and runtime the attributes of `ARIA_ATTRIBUTES`, and loads what old
 * runtimes lack, and the log of errors, before everything else. Taro loads this file on its own, so the attributes come as an option.
 */
export default function ariaPlugin(context: IPluginContext, options: { attributes: object }): void {
  context.registerMethod({
    name: 'onSetupClose',
    fn(platform: Platform) {
      platform.template.mergeComponents(context, options.attributes)
      platform.runtimePath = [OLD_RUNTIMES, ERROR_LOG, platform.runtimePath, ARIA].flat()
    },
  })
}
