export default definePageConfig({
  navigationStyle: 'custom',
  enablePullDownRefresh: process.env.TARO_ENV === 'weapp',
})
