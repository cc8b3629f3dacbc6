/** What can be brought back after it was deleted. */
export const archiveKinds = ['patient', 'note', 'appointment', 'tagLink', 'tag'] as const
export type ArchiveKind = (typeof archiveKinds)[number]
