export default definePageConfig({ navigationStyle: 'custom', enableShareAppMessage: true })
