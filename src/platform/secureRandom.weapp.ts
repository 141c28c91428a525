import Taro from '@tarojs/taro'

/** WeChat's own source of bytes for cryptography, from base library 2.15.0 on. */
export function secureRandomBytes(count: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    void Taro.getRandomValues({
      length: count,
      success: ({ randomValues }) => resolve(new Uint8Array(randomValues)),
      fail: reject,
    })
  })
}
