/**
 * The urgencies of the waiting list, that is how soon a patient needs a time. They are in the order in which patients
 * are called.
 */
export const urgencies = ['urgent', 'soon', 'whenever'] as const
export type Urgency = (typeof urgencies)[number]
