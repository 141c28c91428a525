export default definePageConfig({
  // On H5 the page pulls itself.
  enablePullDownRefresh: process.env.TARO_ENV === 'weapp',
})
