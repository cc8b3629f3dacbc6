import { api, at } from '../../../api/api.ts'
import type { AppointmentType } from '../../../contract/names.ts'
import { linesIn } from '../parts/lines-in.ts'

/** The fields of the form of an appointment type. */
export interface TypeFields {
  readonly name: string
  readonly durationMinutes: number
  readonly color: string | null
  /** The names and the instructions for patients, by language. Empty for none. */
  readonly nameEn: string
  readonly nameDe: string
  readonly instructionsEn: string
  readonly instructionsDe: string
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  readonly chairIds: readonly string[] | null
  readonly practitioners: AppointmentType['practitioners']
  /** 0 means never. */
  readonly recallMonths: number
  readonly active: boolean
  readonly newPatients: OnlineMode
  readonly knownPatients: OnlineMode
  readonly leastNoticeHours: number
  readonly horizonDays: number
  /** 0 means no limit. */
  readonly mostPerDay: number
  readonly cancelUntilHours: number
  /** A question on each line. */
  readonly questions: string
}

type OnlineMode = AppointmentType['online']['newPatients']

/** The fields of the form for a type, or for a new type. */
export const fieldsOf = (type?: AppointmentType): TypeFields => ({
  name: type?.name ?? '',
  durationMinutes: type?.durationMinutes ?? 30,
  color: type?.color ?? null,
  nameEn: type?.patientName?.en ?? '',
  nameDe: type?.patientName?.de ?? '',
  instructionsEn: type?.instructions?.en ?? '',
  instructionsDe: type?.instructions?.de ?? '',
  bufferBeforeMinutes: type?.bufferBeforeMinutes ?? 0,
  bufferAfterMinutes: type?.bufferAfterMinutes ?? 0,
  chairIds: type?.chairIds ?? null,
  practitioners: type?.practitioners ?? null,
  recallMonths: type?.recallMonths ?? 0,
  active: type?.active ?? true,
  ...onlineFieldsOf(type?.online),
})

/** The fields of the form for online booking. A new type is not offered online. */
const onlineFieldsOf = (online: AppointmentType['online'] | undefined) => ({
  newPatients: online?.newPatients ?? 'off',
  knownPatients: online?.knownPatients ?? 'off',
  leastNoticeHours: (online?.leastNoticeMinutes ?? 120) / 60,
  horizonDays: online?.horizonDays ?? 60,
  mostPerDay: online?.mostPerDay ?? 0,
  cancelUntilHours: (online?.cancelUntilMinutes ?? 1440) / 60,
  questions: (online?.questions ?? []).join('\n'),
})

function bodyOf(fields: TypeFields) {
  const { nameEn, nameDe, instructionsEn, instructionsDe, recallMonths, chairIds, ...others } = fields
  const { newPatients, knownPatients, leastNoticeHours, horizonDays, mostPerDay, ...more } = others
  const { cancelUntilHours, questions, ...rest } = more
  return {
    ...rest,
    online: {
      newPatients,
      knownPatients,
      horizonDays,
      leastNoticeMinutes: leastNoticeHours * 60,
      mostPerDay: mostPerDay === 0 ? null : mostPerDay,
      cancelUntilMinutes: cancelUntilHours * 60,
      questions: linesIn(questions),
    },
    chairIds: chairIds && [...chairIds],
    recallMonths: recallMonths === 0 ? null : recallMonths,
    patientName: inLanguages(nameEn, nameDe),
    instructions: inLanguages(instructionsEn, instructionsDe),
  }
}

function inLanguages(en: string, de: string) {
  const given = Object.entries({ en, de }).filter(([, text]) => text.trim() !== '')
  return given.length === 0 ? null : (Object.fromEntries(given) as { en?: string; de?: string })
}

/** Adds an appointment type, or changes the one with this id. @throws Failure. */
export const saveType = (id: string | undefined, fields: TypeFields, version: number) =>
  id === undefined
    ? api.POST('/api/v1/appointment-types', { body: bodyOf(fields) })
    : change(id, version, bodyOf(fields))

/** @throws Failure. */
export const bringBack = ({ id, version }: AppointmentType) => change(id, version, { archived: false })

const change = (id: string, version: number, body: object) =>
  api.PATCH('/api/v1/appointment-types/{appointmentTypeId}', {
    ...at({ appointmentTypeId: id }, version),
    body,
  })

/** @throws Failure. */
export const readType = (id: string) =>
  api.GET('/api/v1/appointment-types/{appointmentTypeId}', at({ appointmentTypeId: id }))

/** @throws Failure. */
export const deleteType = ({ id, version }: AppointmentType) =>
  api.DELETE('/api/v1/appointment-types/{appointmentTypeId}', at({ appointmentTypeId: id }, version))
