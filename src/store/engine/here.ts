/**
 * A condition in SQL: the practice with this key is here. Rows of a practice that
 * comes in or leaves are in the file for a while, and so are those of a practice that another cell serves. Every statement that
 * looks across practices must leave them out, or a test says why not.
 */
export const isHere = (key: string): string =>
  `${key} not in (select practice_key from moving_practices) and ${key} not in (select practice_key from elsewhere_practices)`
