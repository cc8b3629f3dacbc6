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
  readonly phone: string | null
  readonly address: string | null
  readonly replyTo: string | null
  readonly tellBooked: boolean
  readonly moreLeadMinutes: readonly number[]
  /** Wall-clock times `HH:MM`; the end may be `24:00`. */
  readonly sendFrom: string
  readonly sendUntil: string
  readonly channels: Readonly<Record<ReminderChannel, 'on' | 'log_only' | 'off'>>
}

export type ReminderChannel = 'email' | 'sms'
export const channelNames = { email: 'E-mail', sms: 'Text message' }

/** One patient whom the front desk has to see to. */
export interface DeskItem {
  /** Null when no reminder was sent. */
  readonly reminderId: string | null
  readonly channel: ReminderChannel | null
  readonly kind: string | null
  readonly reason: string | null
  readonly startAt: string
  readonly retryable: boolean
  /** What happened and what to do, in one sentence. */
  readonly explanation: string
  /** The patient as they are now. Null when the patient was deleted. */
  readonly patient: {
    readonly firstName: string
    readonly lastName: string
    readonly phoneMobile: string | null
    readonly email: string | null
  } | null
}

export interface DeskList {
  readonly items: readonly DeskItem[]
  /** Whether there are more than are listed. */
  readonly more: boolean
}

export type Desk = Readonly<Record<'failed' | 'uncertain' | 'cancelRequested' | 'unanswered', DeskList>>

/** What became of a new try of all reminders of one kind. */
export interface Retried {
  readonly retried: number
  readonly left: number
  readonly refused: { readonly tooLate: number }
}

export type HealthLevel = 'good' | 'attention' | 'trouble'

/** How well the server and its backup are. */
export interface ServiceHealth {
  readonly level: HealthLevel
  /** The level in words, such as "Green: all is well". */
  readonly headline: string
  readonly findings: readonly {
    readonly level: HealthLevel
    readonly explanation: string
    readonly steps: readonly string[]
  }[]
  /** What to read to the person who runs the server. */
  readonly line: string | null
  readonly backup: { readonly verifiedAt: string | null; readonly lagSeconds: number | null } | null
  readonly freeMegabytes: number | null
}

export interface ReminderPreview {
  readonly email: { readonly subject: string; readonly text: string }
  readonly sms: SmsCost & {
    readonly text: string
    readonly longest: readonly (SmsCost & { readonly language: LanguageId })[]
  }
}

export interface SmsCost {
  readonly characters: number
  readonly encoding: 'GSM-7' | 'UCS-2'
  readonly segments: number
  readonly costlyCharacters: readonly string[]
}
