import type { AddPasskey, BeginPasskey, RemovePasskey, RenamePasskey } from '../../contract/passkeys'
import type {
  BeginSecondFactor,
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  EnableSecondFactor,
  ExportMe,
  ResetPassword,
} from '../../contract/security'
import type { SubmitVerification, UploadQuery } from '../../contract/verification'
import type { Http, UploadOptions } from './http'

export type IdentityApi = ReturnType<typeof createIdentityApi>

/** Real-name verification, pictures, passwords, the second factor, and one's own data. */
export const createIdentityApi = (http: Http) => ({
  verification: () => http.call('getVerification'),
  submit: (body: SubmitVerification) => http.call('submitVerification', { body }),
  upload: (query: UploadQuery, upload: Omit<UploadOptions<'uploadPhoto'>, 'query'>) =>
    http.upload('uploadPhoto', { query, ...upload }),
  changePassword: (body: ChangePassword) => http.call('changePassword', { body }),
  resetPassword: (body: ResetPassword) => http.call('resetPassword', { body }),
  secondFactor: () => http.call('getSecondFactor'),
  beginSecondFactor: (body: BeginSecondFactor) => http.call('beginSecondFactor', { body }),
  enableSecondFactor: (body: EnableSecondFactor) => http.call('enableSecondFactor', { body }),
  disableSecondFactor: (body: DisableSecondFactor) => http.call('disableSecondFactor', { body }),
  passkeys: () => http.call('listPasskeys'),
  beginPasskey: (body: BeginPasskey) => http.call('beginPasskey', { body }),
  addPasskey: (body: AddPasskey) => http.call('addPasskey', { body }),
  renamePasskey: (id: string, body: RenamePasskey) => http.call('renamePasskey', { params: { id }, body }),
  removePasskey: (id: string, body: RemovePasskey) => http.call('removePasskey', { params: { id }, body }),
  /** The challenge that a passkey signs in place of a code. */
  passkeyChallenge: () => http.call('getPasskeyChallenge'),
  exportMe: (body: ExportMe) => http.call('exportMe', { body }),
  deleteMe: (body: DeleteMe) => http.call('deleteMe', { body }),
})
