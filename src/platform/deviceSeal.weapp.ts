/** The mini program can keep no key apart from its storage, so nothing is sealed and drafts stay in memory. */
export const sealOnDevice = async (_name: string, _text: string): Promise<string | undefined> => undefined
export const openOnDevice = async (_name: string, _sealed: string): Promise<string | undefined> => undefined
export const forgetDeviceKey = async (_name: string): Promise<void> => undefined
