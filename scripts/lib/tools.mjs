import { fromRoot } from './paths.mjs'

/** Entry scripts of the development tools, run with the current runtime rather than through a shell. */
export const TOOLS = {
  taro: fromRoot('node_modules', '@tarojs', 'cli', 'bin', 'taro'),
  jest: fromRoot('node_modules', 'jest', 'bin', 'jest.js'),
  tsc: fromRoot('node_modules', 'typescript', 'bin', 'tsc'),
  biome: fromRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
  knip: fromRoot('node_modules', 'knip', 'bin', 'knip.js'),
  esCheck: fromRoot('node_modules', 'es-check', 'lib', 'cli', 'index.js'),
  tsx: fromRoot('node_modules', 'tsx', 'dist', 'cli.mjs'),
}
