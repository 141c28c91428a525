/** The mini program has no key that its storage could not be read with, so nothing is sealed and drafts stay in memory. */
export const sealOnDevice = async (_name: string, _text: string): Promise<string | undefined> => undefined
export const openOnDevice = async (_name: string, _sealed: string): Promise<string | undefined> => undefined
export const forgetDeviceKey = async (_name: string): Promise<void> => undefined
