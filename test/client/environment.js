// Values that the build sets.
process.env.TARO_ENV = 'h5'
const { TextEncoder, TextDecoder } = require('node:util')
Object.assign(globalThis, { TextEncoder, TextDecoder })
globalThis.defineAppConfig = (config) => config
globalThis.definePageConfig = (config) => config
