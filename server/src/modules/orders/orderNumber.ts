import { referenceNumber } from '../referenceNumber'

/** The order number that users see, for example "FT-01JD7Q4ZK8". */
export const orderNumber = (number: bigint, acceptedAtMs: number): string => referenceNumber('FT', number, acceptedAtMs)
