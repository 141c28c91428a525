import type { Module } from '../module'
import { caseworkPersonalData } from './personalData'
import { type CaseworkDeps, createCaseworkService } from './service'

export function createCaseworkModule(deps: CaseworkDeps) {
  return {
    service: createCaseworkService(deps),
    personalData: caseworkPersonalData(deps),
  } satisfies Module & { service: unknown }
}
