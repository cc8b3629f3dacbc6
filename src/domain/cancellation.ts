/** Whose wish it was that an appointment was cancelled. */
export const cancellers = ['patient', 'practice'] as const
export type Canceller = (typeof cancellers)[number]
