export interface VerificationService {
  isVerified(userId: bigint): Promise<boolean>
}

export function createVerificationService(): VerificationService {
  return { isVerified: async () => false }
}
