import type { Answer } from './client.ts'

/** Sends this many requests at the same time. `send` gets the number of each request, from 0. */
export const atOnce = (times: number, send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => send(n)))

/** How many of the answers have each status: `{ 201: 1, 401: 99 }`. */
export const statusCounts = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
