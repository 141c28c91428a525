import type { Module } from '../module'
import { freezesAndNotesPersonalData } from './personalData'
import { createFreezesAndNotesService, type FreezesAndNotesDeps } from './service'

export function createFreezesAndNotesModule(deps: FreezesAndNotesDeps) {
  return {
    service: createFreezesAndNotesService(deps),
    personalData: freezesAndNotesPersonalData(deps),
  } satisfies Module & { service: unknown }
}
