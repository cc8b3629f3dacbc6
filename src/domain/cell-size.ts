/**
 * How large a cell, one of several servers, may get. The limits keep a restore, a move and a failure of the server
 * small.
 */
export const cellLimits = { practices: 150, bytes: 20 * 2 ** 30, streams: 1_500 } as const

/** How large a cell is: the practices that it serves, its database in bytes, and the streams of changes that are open. */
export type CellSize = Readonly<Record<keyof typeof cellLimits, number>>

/** The reason why a cell of this size can take no further practice; undefined when it can. */
export function whyFull(size: CellSize): string | undefined {
  const over = Object.entries(cellLimits).find(([of, most]) => size[of as keyof CellSize] >= most)
  return over && `it has ${size[over[0] as keyof CellSize]} ${over[0]}, and ${over[1]} are the most`
}
