import Taro from '@tarojs/taro'

/** WeChat's own check of a fingerprint or face (SOTER). The twin is `deviceUnlock.ts`. */

type Way = 'fingerPrint' | 'facial'
const WAYS: readonly Way[] = ['fingerPrint', 'facial']

async function findWay(): Promise<Way | undefined> {
  try {
    const { supportMode } = await Taro.checkIsSupportSoterAuthentication()
    const offered = WAYS.filter((way) => supportMode.includes(way))
    for (const way of offered) {
      const { isEnrolled } = await Taro.checkIsSoterEnrolledInDevice({ checkAuthMode: way })
      if (isEnrolled) return way
    }
  } catch {
    // A device without it, or an old WeChat: the PIN does.
  }
  return undefined
}

export const canUnlockByDevice = async (): Promise<boolean> => (await findWay()) !== undefined

export async function askDevice(id: string): Promise<boolean> {
  try {
    await Taro.startSoterAuthentication({
      requestAuthModes: [id as Way],
      challenge: String(Date.now()),
      authContent: ' ',
    })
    return true
  } catch {
    return false
  }
}

export async function setUpDevice(_name: string): Promise<string | undefined> {
  const way = await findWay()
  return way !== undefined && (await askDevice(way)) ? way : undefined
}
