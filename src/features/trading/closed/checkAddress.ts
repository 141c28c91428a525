import { linkedCheckpoint } from '../../../../proof/linkedCheckpoint'
import { webAddress } from '../../../platform/webAddress'
import type { CheckedReceipt } from '../../../stores/ProofStore'

const pagePath = (code: string) => `/pages/check/check?code=${code}`

/** Where anyone checks a receipt, signed out, and compares it with the code of a picture. */
export const checkAddress = (code: string): string => webAddress(pagePath(code))

/**
 * The same page with the state of the log in which this device has found the result, so that whoever opens it sees whether the service
 * shows them the same log. Too long for the QR code of a picture. A receipt that could not be read has no such state.
 */
export const checkPath = ({ code, receipt }: Pick<CheckedReceipt, 'code' | 'receipt'>): string =>
  pagePath(code) + (code === '' ? '' : `&seen=${linkedCheckpoint(receipt.checkpoint)}`)

export const checkLink = (checked: Parameters<typeof checkPath>[0]): string => webAddress(checkPath(checked))
