/// <reference path="./astronomia.d.ts" />
/**
 * The positions of the earth, for the holidays that follow the moon or the sun. The library needs some twenty positions
 * for one rule, and takes a third of a millisecond for each. Its rules need the same positions again and again. So a
 * calculation keeps the known positions, and finds only few new ones before other requests can run.
 */
import { Planet } from 'astronomia/planetposition'

type Position = ReturnType<Planet['position']>

/** How many positions are found in one piece of work. */
const inPiece = 2
const missing = new Error('positions of the earth are missing')

/** The calculation that runs now. */
let working: Positions | undefined

/** The positions that one calculation knows. */
export class Positions {
  readonly #known = new Map<number, Position>()
  #left = 0

  /**
   * Does a piece of work. Returns false when positions were missing. Some of them are known now, so the caller must do
   * the same work again.
   */
  areEnoughFor(work: () => void): boolean {
    working = this
    this.#left = inPiece
    try {
      work()
      return true
    } catch (error) {
      if (error !== missing) throw error
      return false
    } finally {
      working = undefined
    }
  }

  /** The position on a day. @throws `missing` when this piece of work has found as many positions as it may. */
  on(day: number, find: () => Position): Position {
    const known = this.#known.get(day)
    if (known !== undefined) return known
    if (this.#left === 0) throw missing
    this.#left--
    const found = find()
    this.#known.set(day, found)
    return found
  }
}

// The library offers no other way to change how it finds positions. It asks for no other planet than the earth.
const { position } = Planet.prototype
Planet.prototype.position = function (day) {
  const find = () => position.call(this, day)
  return working === undefined ? find() : working.on(day, find)
}
