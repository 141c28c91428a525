import { defineConfig } from '@tarojs/cli'

/** A page of Taro as its own template builds it, to compare ours with (`../firstScreen.ts`). */
export default defineConfig<'webpack5'>({
  projectName: 'bare',
  date: '2026-12-01',
  designWidth: 750,
  deviceRatio: { 375: 2, 640: 1.17, 750: 1, 828: 0.905 },
  sourceRoot: 'src',
  outputRoot: 'dist',
  framework: 'react',
  compiler: { type: 'webpack5', prebundle: { enable: false } },
  mini: {},
  h5: { publicPath: '/', staticDirectory: 'static', esnextModules: ['taro-ui'], router: { mode: 'hash' } },
})
