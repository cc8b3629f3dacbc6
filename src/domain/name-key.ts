/**
 * A name without letter case, in all of Unicode. Two names with one key count as the same name. Accents count: Käse
 * and Kase are two names.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()
