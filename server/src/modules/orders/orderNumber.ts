import { referenceNumber } from '../../shared/referenceNumber'

/** The order number that users see, for example "FT-01JD7Q4ZK8". */
export const orderNumber = (no: bigint, acceptedAtMs: number): string => referenceNumber('FT', no, acceptedAtMs)
