export default async function globalTeardown() {
  await globalThis.weappServer?.stop()
}
