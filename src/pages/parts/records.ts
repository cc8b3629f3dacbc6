/** The parts of the API's answers that these pages use. Instants are ISO 8601. */
import type { LanguageId } from '../../messages/languages.ts'
import type { WorkingHours } from './hours.ts'

export interface Pack {
  readonly id: string
  readonly name: string
  readonly statuses: readonly PackStatus[]
  readonly defaultStatus: string
}

export interface PackStatus {
  readonly id: string
  readonly label: string
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
  readonly active: boolean
}

export interface Practice {
  readonly name: string
  readonly timezone: string
  readonly pack: Pack
  readonly workingHours: WorkingHours
  readonly slotMinutes: number
  readonly reminderLeadMinutes: number
}

export interface Me {
  readonly user: Member
  readonly practice: Practice
}

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export interface Session {
  readonly id: string
  readonly userAgent: string | null
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly current: boolean
}

export type TokenScope = 'read' | 'write' | 'settings'

export interface ApiToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly lastUsedAt: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

/** A new link, for an invitation or after a lost passkey. */
export interface Issued {
  readonly member: Member
  /** `url` is null where the link was mailed. */
  readonly link: { readonly url: string | null; readonly expiresAt: string }
  readonly mailed: boolean
}

export interface Chair {
  readonly id: string
  readonly name: string
  readonly active: boolean
}

export interface ReminderSettings {
  readonly language: LanguageId
  readonly emailSubject: string
  readonly emailText: string
  readonly smsText: string
  readonly moreLeadMinutes: readonly number[]
  /** Wall-clock times `HH:MM`; the end may be `24:00`. */
  readonly sendFrom: string
  readonly sendUntil: string
  readonly channels: Readonly<Record<ReminderChannel, 'on' | 'log_only' | 'off'>>
}

export type ReminderChannel = 'email' | 'sms'
export const channelNames = { email: 'E-mail', sms: 'Text message' }

/** A reminder that could not be delivered, or whose time passed while the server did not run. */
export interface FailedReminder {
  readonly id: string
  readonly channel: ReminderChannel
  readonly state: string
  readonly reason: string | null
  readonly startAt: string
  readonly attempts: number
  readonly lastError: string | null
  /** The patient as they are now. Null when the patient was deleted. */
  readonly patient: {
    readonly firstName: string
    readonly lastName: string
    readonly phoneMobile: string | null
    readonly email: string | null
  } | null
  /** The appointment as it is now. Null when it was deleted. */
  readonly appointment: { readonly startAt: string } | null
}

export interface ReminderPreview {
  readonly email: { readonly subject: string; readonly text: string }
  readonly sms: { readonly text: string; readonly characters: number }
}
