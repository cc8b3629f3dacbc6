/**
 * The ids that the documentation gives as examples. The demo practice has records with the same ids, so that
 * every example in Swagger UI works without a change.
 */
export const exampleIds = {
  practice: '01970000-0000-7000-8000-000000000001',
  member: '01970000-0000-7000-8000-000000000002',
  chair: '01970000-0000-7000-8000-000000000003',
  patient: '01970000-0000-7000-8000-000000000004',
  tag: '01970000-0000-7000-8000-000000000005',
  note: '01970000-0000-7000-8000-000000000006',
  appointment: '01970000-0000-7000-8000-000000000007',
  /** An appointment that was cancelled. */
  cancelled: '01970000-0000-7000-8000-000000000013',
  /** No entry is on this chair, so it can be deleted. */
  unusedChair: '01970000-0000-7000-8000-00000000000d',
  /** A member other than the caller. */
  colleague: '01970000-0000-7000-8000-000000000008',
  session: '01970000-0000-7000-8000-000000000009',
  passkey: '01970000-0000-7000-8000-00000000000a',
  token: '01970000-0000-7000-8000-00000000000b',
  reminder: '01970000-0000-7000-8000-00000000000c',
  closure: '01970000-0000-7000-8000-000000000014',
  absence: '01970000-0000-7000-8000-000000000016',
  appointmentType: '01970000-0000-7000-8000-000000000015',
  webhook: '01970000-0000-7000-8000-00000000001b',
  calendarFeed: '01970000-0000-7000-8000-00000000001c',
  series: '01970000-0000-7000-8000-000000000010',
  /** The first appointment of the example series. */
  occurrence: '01970000-0000-7000-8000-000000000011',
  waiting: '01970000-0000-7000-8000-00000000000e',
  /** A patient who is due to come again. */
  duePatient: '01970000-0000-7000-8000-000000000017',
  recallContact: '01970000-0000-7000-8000-00000000001d',
  inboxMark: '01970000-0000-7000-8000-00000000000f',
  inboxCall: '01970000-0000-7000-8000-000000000019',
  dayNote: '01970000-0000-7000-8000-00000000001a',
  import: '01970000-0000-7000-8000-00000000001e',
  /** An import whose rows were made records of the practice. */
  committedImport: '01970000-0000-7000-8000-00000000001f',
  /** Another record of the example patient, who was entered twice. */
  otherPatient: '01970000-0000-7000-8000-000000000012',
} as const

/** The epoch of the cursors in the examples. It is the epoch of the demo practice. */
export const exampleEpoch = 2_718_281_828_459

export type Exemplified = keyof typeof exampleIds
