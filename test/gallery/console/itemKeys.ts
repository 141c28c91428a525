/** Keys of the queues' items, by what they are. */
export const DEPOSITS = {
  matched: 'FD-2QCY9N0001',
  free: 'FD-2QCY9N0002',
  theirs: 'FD-2QCY9N0003',
  differs: 'FD-2QCY9N0004',
  unnamed: 'FD-2QCY9N0005',
  proposed: 'FD-2QCY9N0006',
  paid: 'FD-2QCY9N0007',
  expired: 'FD-2QCY9N0008',
}
export const WITHDRAWALS = {
  claimed: 'FW-2QCY9N0001',
  free: 'FW-2QCY9N0002',
  pickedUp: 'FW-2QCY9N0003',
  chain: 'FW-2QCY9N0004',
  failed: 'FW-2QCY9N0005',
}
export const VERIFICATIONS = { mine: '1017', free: '1018', theirs: '1019', proposed: '1020' }

/** The accounts of verifications that wait, by how long: just now, soon due, overdue. */
export const ACCOUNTS = { fresh: 'lin_mei1018', late: 'lin_mei1019', over: 'lin_mei1020' }
