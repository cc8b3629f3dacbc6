import { conflict } from './problem.ts'

/**
 * A name without letter case, in all of Unicode. Two names with one key count as the same name. Accents count: Käse
 * and Kase are two names.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()

/**
 * Checks that a record can have a name. `holder` is the record that has the name now.
 * @throws `conflict` when `holder` is another record than `ownId`. The message ends with `advice`.
 */
export function requireFreeName(
  kind: 'chair' | 'tag' | 'appointment type',
  holder: { readonly id: string } | null,
  ownId: string,
  advice = 'Choose a different name.',
): void {
  if (holder !== null && holder.id !== ownId)
    throw conflict(`Another ${kind} has this name. ${advice}`, [
      { path: 'name', message: `must not be the name of another ${kind}` },
    ])
}
