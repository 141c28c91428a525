import { webAddress } from '../../../platform/webAddress'

/** Where anyone checks a receipt, signed out, and compares it with the code of a picture. */
export const checkAddress = (code: string): string => webAddress(`/pages/check/check?code=${code}`)
