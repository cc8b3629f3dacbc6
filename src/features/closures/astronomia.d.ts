/** The part of the package that the calculation of holidays touches. The package has no types of its own. */
declare module 'astronomia/planetposition' {
  /** A place around the sun, in radians. `range` is its distance. */
  interface Coord {
    readonly lon: number
    readonly lat: number
    readonly range: number
  }
  class Planet {
    /** @param day a Julian ephemeris day */
    position(day: number): Coord
  }
}
