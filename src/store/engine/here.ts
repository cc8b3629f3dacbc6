/**
 * An SQL condition: this server serves the practice with this key. The file can also hold rows of a practice that is
 * arriving or leaving, or that another cell serves. Every statement that looks across practices must leave such rows
 * out. A test lists the exceptions with their reasons.
 */
export const isHere = (key: string): string =>
  `${key} not in (select practice_key from moving_practices) and ${key} not in (select practice_key from elsewhere_practices)`

/** The stages of a move in which nobody writes: `drains`, `frozen` and `left` of `moveStageCodes`. */
export const frozenStages = '(1, 2, 3)'

/**
 * An SQL condition: this server serves the practice with this key, and its records may change. Work that nobody waits
 * for, such as upkeep, leaves out a practice that moves to another cell.
 */
export const mayChange = (key: string): string =>
  `${isHere(key)} and ${key} not in (select practice_key from cell_moves where stage in ${frozenStages})`
