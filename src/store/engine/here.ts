/**
 * A condition in SQL: the practice with this key is here. Rows of a practice that
 * comes in or leaves are in the file for a while, and so are those of a practice that another cell serves. Every statement that
 * looks across practices must leave them out, or a test says why not.
 */
export const isHere = (key: string): string =>
  `${key} not in (select practice_key from moving_practices) and ${key} not in (select practice_key from elsewhere_practices)`

/** The stages of a move in which nobody writes: `drains`, `frozen` and `left` of `moveStageCodes`. */
export const frozenStages = '(1, 2, 3)'

/**
 * A condition in SQL: the practice with this key is here, and records of it may change. Work that nobody waits for, such as
 * upkeep, leaves out a practice that moves to another cell.
 */
export const mayChange = (key: string): string =>
  `${isHere(key)} and ${key} not in (select practice_key from cell_moves where stage in ${frozenStages})`
