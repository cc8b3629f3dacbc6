/** The settings of the practice. The settings of its messages have their own route, but share the same version. */

import { signal } from '@preact/signals'
import { api, ifMatch } from '../../../api/api.ts'
import { me, readMe } from '../../../base/me.ts'
import type { Practice } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import { changedBy } from '../../../live/changed-by.ts'
import { useDraft } from '../../../parts/draft.ts'

type Schemas = components['schemas']
export type ReminderSettings = Schemas['ReminderSettings']

/** The settings of messages to patients. Undefined until the settings are read. */
export const reminders = signal<ReminderSettings | undefined>(undefined)

/** @throws Failure. */
export async function readReminders(): Promise<ReminderSettings> {
  const read = await api.GET('/api/v1/practice/reminders')
  reminders.value = read
  return read
}

/** Reads everything about the practice again. @throws Failure. */
export const readPractice = (): Promise<unknown> =>
  Promise.all([readMe(), ...(reminders.value === undefined ? [] : [readReminders()])])

/** @throws Failure. */
export async function savePractice(body: Schemas['UpdatePractice'], version: number): Promise<void> {
  const practice = await api.PATCH('/api/v1/practice', { headers: ifMatch(version), body })
  me.value = { ...me.value, practice, pack: practice.pack }
  if (reminders.value) reminders.value = { ...reminders.value, version: practice.version }
}

/** @throws Failure. */
export async function saveReminders(body: Schemas['UpdateReminderSettings'], version: number): Promise<void> {
  const saved = await api.PATCH('/api/v1/practice/reminders', { headers: ifMatch(version), body })
  reminders.value = saved
  me.value = { ...me.value, practice: { ...me.value.practice, version: saved.version } }
}

/** The name of the member who changed the practice's settings last; undefined when it is not known. */
export const practiceBy = (): string | undefined => changedBy(me.value.practice.id)

type Check<T> = (fields: T) => Readonly<Record<string, string>>

/** The draft of some settings of the practice. */
export const usePracticeDraft = <K extends keyof Practice>(
  names: readonly K[],
  check: Check<Pick<Practice, K>> = () => ({}),
) =>
  useDraft({
    saved: () => ({ fields: pick(me.value.practice, names), version: me.value.practice.version }),
    send: savePractice,
    readAgain: readPractice,
    by: practiceBy,
    check,
  })

/** The draft of some settings of the messages to patients. The settings must have been read. */
export const useRemindersDraft = <K extends keyof ReminderSettings>(
  names: readonly K[],
  check: Check<Pick<ReminderSettings, K>> = () => ({}),
) =>
  useDraft({
    saved: () => ({ fields: pick(reminders.value!, names), version: reminders.value!.version }),
    send: saveReminders,
    readAgain: readReminders,
    by: practiceBy,
    check,
  })

const pick = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>
