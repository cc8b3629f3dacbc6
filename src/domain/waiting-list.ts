/** How soon a patient on the waiting list needs a time, in the order in which patients are called. */
export const urgencies = ['urgent', 'soon', 'whenever'] as const
export type Urgency = (typeof urgencies)[number]
