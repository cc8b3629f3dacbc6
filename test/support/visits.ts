/** Notes steps of visits, and cancels appointments. */
import { success } from './answers.ts'
import type { Client } from './client.ts'

const pathOf = (id: string) => `/api/v1/appointments/${id}`

export const progressPath = (id: string): string => `${pathOf(id)}/progress`
export const cancelPath = (id: string): string => `${pathOf(id)}/cancel`
export const cancellationPath = (id: string): string => `${pathOf(id)}/cancellation`

/** Notes steps one after the other. Returns the progress of the visit after the last step. */
export async function noted(call: Client, id: string, ...steps: string[]) {
  let last: unknown
  for (const step of steps) last = success(await call('POST', progressPath(id), { step }))
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return last as any
}

export const progressAt = async (call: Client, id: string) => success(await call('GET', progressPath(id)))

/** Cancels an appointment. Returns the cancellation. */
export const cancelled = async (call: Client, id: string, body: object = {}) =>
  success(await call('POST', cancelPath(id), { reason: 'Has a cold.', by: 'patient', ...body }))

/** Takes a cancellation back. Returns the appointment. */
export const undone = async (call: Client, id: string) => success(await call('DELETE', cancellationPath(id)))
