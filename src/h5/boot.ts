import { firstPaint } from '../platform/firstScreen'
import { nextTask } from '../platform/tasks'
import { allowForeignNodes } from './foreignNodes'

/**
 * Production's entry, in place of `src/app.config`, which it ends with. Running the whole app in one go would hold a
 * phone for a quarter of a second, so its parts run one after the other, each in its own task. The entry's files
 * contain them all in any case; `webpackExports: []` keeps no export of theirs for this.
 */
async function boot() {
  allowForeignNodes()
  await firstPaint()
  await import(/* webpackMode: "eager", webpackExports: [] */ 'react-dom')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ 'mobx')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ '@tarojs/taro')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ '@tarojs/router')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ '../lifecycles/start')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ '../app')
  await nextTask()
  await import(/* webpackMode: "eager", webpackExports: [] */ '../app.config')
}

void boot()
