import type {
  BeginSecondFactor,
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  EnableSecondFactor,
  ExportMe,
  PersonalData,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../contract/security'
import type { SubmitVerification, Upload, UploadQuery, Verification } from '../../contract/verification'
import type { ApiResult, Http, UploadOptions } from './http'

/** Real-name verification, pictures, passwords, the second factor, and one's own data. */
export interface IdentityApi {
  verification(): Promise<ApiResult<Verification>>
  submit(answers: SubmitVerification): Promise<ApiResult<Verification>>
  upload(query: UploadQuery, upload: Omit<UploadOptions, 'query'>): Promise<ApiResult<Upload>>
  changePassword(change: ChangePassword): Promise<ApiResult<null>>
  secondFactor(): Promise<ApiResult<SecondFactor>>
  beginSecondFactor(body: BeginSecondFactor): Promise<ApiResult<SecondFactorSetup>>
  enableSecondFactor(body: EnableSecondFactor): Promise<ApiResult<RecoveryCodes>>
  disableSecondFactor(body: DisableSecondFactor): Promise<ApiResult<null>>
  exportMe(body: ExportMe): Promise<ApiResult<PersonalData>>
  deleteMe(body: DeleteMe): Promise<ApiResult<null>>
}

export function createIdentityApi(http: Http): IdentityApi {
  return {
    verification: () => http.call('getVerification'),
    submit: (body) => http.call('submitVerification', { body }),
    upload: (query, upload) => http.upload('uploadPhoto', { query, ...upload }),
    changePassword: (body) => http.call('changePassword', { body }),
    secondFactor: () => http.call('getSecondFactor'),
    beginSecondFactor: (body) => http.call('beginSecondFactor', { body }),
    enableSecondFactor: (body) => http.call('enableSecondFactor', { body }),
    disableSecondFactor: (body) => http.call('disableSecondFactor', { body }),
    exportMe: (body) => http.call('exportMe', { body }),
    deleteMe: (body) => http.call('deleteMe', { body }),
  }
}
