/**
 * Imported appointments for which no reminders are sent yet, because the other program may still send reminders
 * (RULES §35). A flag in the metadata of the entry shows this, until an owner switches the reminders on, or somebody
 * changes the entry.
 */

type Metadata = Readonly<Record<string, unknown>>

export const quietMetadata = { remindersOff: true } as const

/** Whether no reminders are sent for the entry yet. */
export const isQuiet = ({ metadata }: { readonly metadata: Metadata }): boolean =>
  metadata.remindersOff === true

/** The metadata of an entry whose reminders are on. */
export function withoutQuiet(metadata: Metadata): Metadata {
  if (metadata.remindersOff === undefined) return metadata
  const { remindersOff: _, ...rest } = metadata
  return rest
}
