/** The types for the part of the package that the calculation of holidays uses. The package has no types of its own. */
declare module 'astronomia/planetposition' {
  /** A position around the sun, in radians. `range` is its distance from the sun. */
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
