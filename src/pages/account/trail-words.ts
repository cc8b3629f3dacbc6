/** The words in which owners read the audit trail. */

/**
 * What each act is, from its verb on. Acts are operations of the API, the ways in, commands, and tasks of the server.
 * `{patient}`, `{member}` and `{fields}` are replaced. A part in brackets is left out where the act concerns no patient.
 * One act can leave rows about several records. Where their sentences differ, the kind of record follows a colon.
 * Sentences of acts that are no longer there stay, because the trail keeps their rows for years.
 */
export const acts: Readonly<Record<string, string>> = {
  listPatients: 'look at a list of patients[, with {patient}]',
  createPatient: 'enter {patient}',
  getPatient: 'look at the record of {patient}',
  updatePatient: 'change {fields} of {patient}',
  deletePatient: 'delete {patient}',
  togglePatientTag: 'change the tags of {patient}',
  checkPhone: 'check a phone number',
  exportPatient: 'save everything about {patient}',
  exportPatientPage: 'open everything about {patient} for printing',
  erasePatient: 'erase {patient}',
  listNotes: 'read the notes about {patient}',
  createNote: 'write a note about {patient}',
  updateNote: 'change {fields} of a note about {patient}',
  deleteNote: 'delete a note about {patient}',

  listTags: 'look at the tags',
  createTag: 'make a tag',
  getTag: 'look at a tag',
  updateTag: 'change {fields} of a tag',
  deleteTag: 'delete a tag',
  listChairs: 'look at the chairs',
  createChair: 'add a chair',
  getChair: 'look at a chair',
  updateChair: 'change {fields} of a chair',
  deleteChair: 'delete a chair',
  listClosures: 'look at the closures',
  createClosure: 'enter a closure',
  getClosure: 'look at a closure',
  updateClosure: 'change {fields} of a closure',
  deleteClosure: 'delete a closure',
  suggestHolidays: 'look at public holidays',

  listAppointments: 'look at the calendar[, with {patient}]',
  bookAppointment: 'book an appointment[ for {patient}]',
  getAppointment: 'look at an appointment[ of {patient}]',
  updateAppointment: 'change {fields} of an appointment[ of {patient}]',
  deleteAppointment: 'delete an appointment[ of {patient}]',
  findFreeSlots: 'look for free times',
  listAppointmentReminders: 'look at the reminders of an appointment[ of {patient}]',

  getInbox: 'look at what waits for somebody[, with {patient}]',
  markInbox: 'mark something[ about {patient}] as seen to',
  unmarkInbox: 'take back that something[ about {patient}] was seen to',
  listWaiting: 'look at the waiting list[, with {patient}]',
  createWaiting: 'put {patient} on the waiting list',
  getWaiting: 'look at what {patient} waits for',
  updateWaiting: 'change {fields} of what {patient} waits for',
  deleteWaiting: 'take {patient} off the waiting list',
  bookWaiting: 'book an appointment for {patient}, who waited',
  'bookWaiting:waiting': 'take {patient} off the waiting list',

  getReminderDesk: 'look at the patients to call[, with {patient}]',
  listFailedReminders: 'look at the messages that failed[, with {patient}]',
  retryReminder: 'try a message[ to {patient}] again',
  retryReminders: 'try several messages again',
  sendTestMessage: 'send a test message',
  getReminderSettings: 'look at the settings of the reminders',
  updateReminderSettings: 'change {fields} of the reminders',
  previewReminder: 'preview a reminder',
  sendMessage: 'send a message to {patient}',
  postponeMessage: 'postpone a message to {patient}',
  planMessages: 'plan messages to patients',
  renewLease: 'go on with the messages',

  lookAtVisit: 'open the link to an appointment',
  answerVisit: 'answer the message about an appointment',
  confirmVisit: 'confirm an appointment',
  optIn: 'ask for messages again',
  optOut: 'ask for no more messages',
  unsubscribe: 'ask for no more e-mails',

  getMe: 'look at their own account',
  getPractice: 'look at the settings of the practice',
  updatePractice: 'change {fields} of the practice',
  getServiceHealth: 'look at the state of the server',

  listMembers: 'look at the members',
  getMember: 'look at {member}',
  inviteMember: 'invite {member}',
  'inviteMember:link': 'make a link for {member}',
  updateMember: 'change {fields} of {member}',
  replaceMemberLink: 'take the passkeys of {member} away',
  'replaceMemberLink:link': 'make a new link for {member}',

  openSetup: 'open the link that sets up the practice',
  beginSetup: 'begin to set up the practice',
  finishSetup: 'set up the practice',
  'finishSetup:member': 'become the first owner',
  'finishSetup:passkey': 'make their first passkey',
  'finishSetup:session': 'sign in for the first time',
  openEnrolment: 'open the link of a member',
  beginEnrolment: 'begin to make a passkey by a link',
  finishEnrolment: 'make a passkey by a link',
  'finishEnrolment:member': 'join the practice, or come back to it',
  'finishEnrolment:session': 'sign in with the new passkey',
  beginSignIn: 'begin to sign in',
  finishSignIn: 'sign in',
  signOut: 'sign out',
  listMySessions: 'look at where they are signed in',
  endSession: 'sign out another browser of theirs',
  listMyPasskeys: 'look at their passkeys',
  beginPasskey: 'begin to add a passkey',
  addPasskey: 'add a passkey',
  'addPasskey:member': 'sign out their other browsers',
  renamePasskey: 'rename a passkey',
  removePasskey: 'remove a passkey',
  beginPasskeyCheck: 'begin to show their passkey again',
  checkPasskey: 'show their passkey again',
  markUse: 'note that somebody is there',
  listMyTokens: 'look at their API tokens',
  createToken: 'make an API token',
  revokeToken: 'revoke an API token of theirs',
  listTokens: 'look at all API tokens',
  revokeAnyToken: 'revoke an API token',

  listAudit: 'read who did what[, with {patient}]',
  listArchive: 'look at the deleted records[, with {patient}]',
  restoreDeleted: 'bring back something deleted[ of {patient}]',
  removeDeleted: 'remove for good what was deleted long ago',
  // Refusals come before anybody knows what was asked for, or are so many that they share a line.
  unknown: 'use the API',
  others: 'do many other things',

  newAuditKey: 'begin a new part of the trail, because its key was lost',
  keepTrail: 'write down what was done',
  keepAnswer: 'keep an answer for requests that come again',
  replayErasure: 'erase {patient}, once more after a restore',

  'practice create': 'make the practice',
  'practice export': 'save the whole practice in a file',
  'practice import': 'take the practice in from a file',
  'practice remove': 'remove the practice',
  'patient export': 'save everything about {patient}',
  'patient erase': 'erase {patient}',
  'audit verify': 'check who did what',
  'audit export': 'save who did what in a file',
  'member list': 'list the members',
  'token create': 'make an API token',
  'token list': 'list the API tokens',
  'token revoke': 'revoke an API token',
  link: 'make a link for a member',
  'keys rotate': 'change the key that signs links',
  demo: 'fill the demo practice',
  'backup now': 'make a backup',
  'backup verify': 'check the backup',
  restore: 'restore the database from the backup',
  doctor: 'check the server',
}

/** What each kind of act is called where one is chosen. */
export const kindNames: Readonly<Record<string, string>> = {
  write: 'Changes of records',
  read: 'Looks at records',
  access: 'Ways in: sign-ins, members, passkeys, tokens',
  refusal: 'Refusals',
  message: 'Messages to patients',
  settings: 'Settings',
  export: 'Copies that left or came in',
  erasure: 'Erasures',
}

/** What the fields of records are called. A name that is missing is taken apart into its words. */
const fieldNames: Readonly<Record<string, string>> = {
  dob: 'date of birth',
  email: 'e-mail address',
  phoneMobile: 'phone number',
  statusChangedAt: 'moment of the last status',
  notifyByEmail: 'consent to e-mails',
  notifyBySms: 'consent to text messages',
  preferredLanguage: 'language',
  tagIds: 'tags',
  body: 'text',
  isNext: 'mark as next action',
  chairId: 'chair',
  patientId: 'patient',
  startAt: 'start',
  endAt: 'end',
  serviceRef: 'service',
  createdBy: 'author',
  updatedBy: 'last author',
  earlierVersions: 'number of earlier versions',
  enrolledAt: 'moment of the first passkey',
  slotMinutes: 'length of a slot',
  durationMinutes: 'length',
  reminderLeadMinutes: 'time before the first reminder',
  moreLeadMinutes: 'times before further reminders',
  keepPatientsYears: 'years that deleted patients are kept',
  keepEntriesYears: 'years that deleted appointments are kept',
  tellBooked: 'news of bookings',
  sendFrom: 'begin of the sending hours',
  sendUntil: 'end of the sending hours',
  replyTo: 'address for answers',
  smsText: 'text of the text message',
  emailText: 'text of the e-mail',
  emailSubject: 'subject of the e-mail',
  fromDate: 'first day',
  throughDate: 'last day',
  startTime: 'start',
  endTime: 'end',
  chairIds: 'chairs',
  yearly: 'yearly repeat',
  workingHours: 'hours',
  metadata: 'further facts',
}

/** What a field is called, such as "phone number". */
export const fieldName = (name: string): string =>
  fieldNames[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The facts of an act beside its fields. A name that is missing is taken apart into its words. */
const detailNames: Readonly<Record<string, string>> = {
  found: 'Found',
  kind: 'Kind',
  channel: 'By',
  outcome: 'Outcome',
  reason: 'Reason',
  code: 'Reason',
  memberId: 'Member',
  filters: 'Filters used',
  notes: 'Notes that went along',
  patients: 'Patients concerned',
}

/** What a fact is called, such as "Found". */
export function detailName(name: string): string {
  const words = detailNames[name] ?? fieldName(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the codes among the facts mean. */
export const codeNames: Readonly<Record<string, string>> = {
  missing_authorization: 'nobody was signed in',
  invalid_authorization: 'the session, token, link or passkey is not good',
  forbidden: 'they may not do this',
  passkey_required: 'the passkey was not used lately',
  rate_limited: 'there were too many requests',
  email: 'e-mail',
  sms: 'text message',
  booked: 'news of a booking',
  moved: 'news of another time',
  cancelled: 'news of a cancellation',
  skipped: 'not sent',
  dead: 'could not be sent',
  uncertain: 'perhaps delivered',
}

const irregular: Readonly<Record<string, string>> = {
  become: 'became',
  begin: 'began',
  do: 'did',
  bring: 'brought',
  go: 'went',
  keep: 'kept',
  make: 'made',
  plan: 'planned',
  put: 'put',
  read: 'read',
  send: 'sent',
  set: 'set',
  show: 'showed',
  take: 'took',
  write: 'wrote',
}

/** The past form of a verb, such as "changed" for "change". */
export const pastOf = (verb: string): string =>
  irregular[verb] ??
  (/[^aeo]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`)
