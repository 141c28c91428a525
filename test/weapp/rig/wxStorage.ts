import type { Conditions } from './conditions'
import type { Answer, Options } from './wx'

/** WeChat: 1 MB per key, 10 MB in all. */
const KEY_MAX = 1024 * 1024
const ALL_MAX = 10 * KEY_MAX

/** `wx.setStorageSync` and the like over `kept`, which outlives a launch. */
export function storageFunctions(kept: Map<string, unknown>, storage: Conditions['storage'], answer: Answer) {
  const sizeOf = (value: unknown) => JSON.stringify(value ?? '').length
  const write = (key: string, value: unknown) => {
    if (storage !== 'works') throw new Error('setStorage:fail the current usage exceeds the maximum storage limit')
    if (sizeOf(value) > KEY_MAX) throw new Error('setStorage:fail entry size limit reached')
    const all = [...kept].reduce((sum, [name, old]) => sum + (name === key ? 0 : sizeOf(old)), sizeOf(value))
    if (all > ALL_MAX) throw new Error('setStorage:fail the current usage exceeds the maximum storage limit')
    kept.set(key, structuredClone(value))
  }
  const read = (key: string) => {
    if (storage === 'broken') throw new Error('getStorage:fail')
    return kept.has(key) ? structuredClone(kept.get(key)) : ''
  }
  return {
    setStorageSync: write,
    getStorageSync: read,
    removeStorageSync: (key: string) => {
      if (storage === 'broken') throw new Error('removeStorage:fail')
      kept.delete(key)
    },
    clearStorageSync: () => kept.clear(),
    getStorageInfoSync: () => ({ keys: [...kept.keys()], currentSize: 1, limitSize: ALL_MAX / 1024 }),
    setStorage: (options: Options & { key: string; data: unknown }) => {
      try {
        write(options.key, options.data)
        answer.success('setStorage', options)
      } catch (error) {
        answer.fail('setStorage', options, String(error))
      }
    },
    getStorage: (options: Options & { key: string }) => {
      if (storage === 'broken' || !kept.has(options.key)) answer.fail('getStorage', options, 'data not found')
      else answer.success('getStorage', options, { data: read(options.key) })
    },
  }
}
