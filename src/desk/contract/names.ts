/** The records of the API by the names that the front desk uses. */
import type { components } from './openapi.ts'

type Schemas = components['schemas']

export type Me = Schemas['Me']
export type Practice = Schemas['Practice']
export type Member = Schemas['Member']
export type Patient = Schemas['Patient']
export type Note = Schemas['Note']
export type Tag = Schemas['Tag']
export type Chair = Schemas['Chair']
export type Closure = Schemas['Closure']
export type AppointmentType = Schemas['AppointmentType']
export type Day = Schemas['Day']
export type DayEntry = Schemas['DayEntry']
export type DayChair = Schemas['DayChair']
export type CountedDay = Schemas['CountedDay']
export type Pack = Schemas['Pack']
export type PatientAppointment = Schemas['PatientAppointment']
export type Inbox = Schemas['Inbox']
export type InboxItem = Schemas['InboxItem']
export type WaitingItem = Schemas['WaitingItem']
