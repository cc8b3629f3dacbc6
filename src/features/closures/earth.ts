/// <reference path="./astronomia.d.ts" />
/**
 * Where the earth is, for the holidays that follow the moon or the sun. The library asks for some twenty positions in one rule,
 * and takes a third of a millisecond for each. Its rules ask for the same ones again and again. So a calculation keeps what it
 * knows, and finds few new positions in a piece of work.
 */
import { Planet } from 'astronomia/planetposition'

type Position = ReturnType<Planet['position']>

/** How many positions are found in a piece of work. */
const inPiece = 2
const missing = new Error('positions of the earth are missing')

/** The calculation that works now. */
let working: Positions | undefined

/** The positions that one calculation knows. */
export class Positions {
  readonly #known = new Map<number, Position>()
  #left = 0

  /** Does a piece of work. False when positions are missing. Some of them are known then, so do the same work again. */
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

  /** The position on a day. @throws `missing` when this piece of work has found as many as it may. */
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

// The library has no other way in. It asks for no other planet.
const { position } = Planet.prototype
Planet.prototype.position = function (day) {
  const find = () => position.call(this, day)
  return working === undefined ? find() : working.on(day, find)
}
