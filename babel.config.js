/** Targets that load modules on demand keep `import()`: H5 as chunks, the mini program as subpackages. */
const LOADS_ON_DEMAND = ['h5', 'weapp']

module.exports = {
  presets: [
    [
      'taro',
      {
        framework: 'react',
        ts: true,
        compiler: 'webpack5',
        'dynamic-import-node': !LOADS_ON_DEMAND.includes(process.env.TARO_ENV),
      },
    ],
  ],
}
