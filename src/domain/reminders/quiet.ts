/**
 * Appointments from another program, which nobody is reminded of yet (RULES §35). That program may remind of them, too. A
 * flag in the metadata of the entry says it, until an owner switches the reminders on, or somebody changes the entry.
 */

type Metadata = Readonly<Record<string, unknown>>

export const quietMetadata = { remindersOff: true } as const

/** Whether nobody is reminded of the entry yet. */
export const isQuiet = ({ metadata }: { readonly metadata: Metadata }): boolean =>
  metadata.remindersOff === true

/** The metadata of an entry whose reminders are on. */
export function withoutQuiet(metadata: Metadata): Metadata {
  if (metadata.remindersOff === undefined) return metadata
  const { remindersOff: _, ...rest } = metadata
  return rest
}
