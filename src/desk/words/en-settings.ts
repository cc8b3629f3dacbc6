/** The words of the settings in English. */
import type { components } from '../contract/openapi.ts'
import { en as lines } from './trail/en.ts'
import type { TrailWords } from './trail/words.ts'

export const settings = {
  title: 'Settings',
  unsaved: 'Not saved yet',
  numberBetween: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,

  forOwners: 'Only owners of the practice can see and change this page.',
  toPage: (name: string) => `Go to: ${name}`,

  own: 'My account',
  owner: 'Owner',
  assistant: 'Assistant',
  deskLanguage: 'Language of the desk',
  deskLanguageHint: 'Only for you. The language of messages to patients is set under Message texts.',
  browserLanguage: 'As in the browser',
  languageSaved: 'The desk speaks English now.',

  practice: 'Practice',
  practiceSaved: 'The practice is saved.',
  basics: 'Name and time zone',
  practiceName: 'Name',
  timeZone: 'Time zone',

  hours: 'Working hours',
  hoursLead: 'Free times are offered in these hours. You can still book outside them.',
  hoursSaved: 'The working hours are saved.',

  bookings: 'Bookings',
  bookingsSaved: 'The settings of bookings are saved.',
  slot: 'Appointments begin every',
  shortNotice: 'A late cancellation comes less than',
  shortNoticeHint: 'Before the appointment. With 0, no cancellation counts as late.',
  practitionersOnce: 'Nobody treats in two chairs at once',
  practitionersOnceHint: 'A booking for somebody who is busy in another chair is then refused.',
  units: { days: 'days', hours: 'hours', minutes: 'minutes' },
  unitOf: (label: string) => `Unit: ${label}`,

  contact: 'How patients reach you',
  contactLead: 'E-mails end with this, and the page where patients answer shows it.',
  contactSaved: 'Phone and addresses are saved.',
  phone: 'Phone',
  replyTo: 'Answers go to',
  replyToHint: 'The e-mail address for patients who answer a mail.',
  noEmail: 'This is not an e-mail address.',
  address: 'Address',

  daySheetPhones: 'Show phone numbers on the printed day sheet',
  daySheetPhonesHint: 'Leave this off where patients may see the sheet.',
  daySheetSaved: 'The setting of the day sheet is saved.',

  checklist: 'Getting started',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  stepHours: 'Set the working hours',
  stepChairs: 'Add your chairs or rooms',
  stepColleague: 'Invite a colleague',
  stepReminders: 'Send yourself a test reminder',
  stepPatient: 'Register the first patient',
  stepBooking: 'Book the first appointment',

  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}?`,
  isDeleted: (name: string) => `${name} is deleted.`,
  nameTaken: 'Something else has this name already. Choose another one.',
  color: 'Colour',
  colors: {
    none: 'No colour',
    teal: 'Teal',
    blue: 'Blue',
    indigo: 'Indigo',
    violet: 'Violet',
    pink: 'Pink',
    red: 'Red',
    orange: 'Orange',
    amber: 'Amber',
    green: 'Green',
    grey: 'Grey',
  },

  chairs: 'Chairs',
  chairsLead: 'The chairs, rooms or couches where appointments take place, in their order on the board.',
  addChair: 'Add a chair',
  noChairs: 'There is no chair yet. Add the first one, so that free times can be offered.',
  outOfUse: 'Out of use',
  ownHours: 'Own hours',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  movedTo: (name: string, place: number, all: number) => `${name} is number ${place} of ${all} now.`,
  chairName: 'Name of the chair',
  chairAdded: 'The chair is added.',
  chairSaved: 'The chair is saved.',
  inUse: 'In use',
  inUseHint: 'A chair out of use takes no new appointments. Its existing appointments stay.',
  hasOwnHours: 'The chair has hours of its own',
  hasOwnHoursHint: 'Otherwise it has the working hours of the practice.',
  deleteChairText: 'The chair disappears from the board. An owner can bring it back.',
  chairHasEntries: 'The chair has appointments, so it cannot be deleted. Put it out of use instead.',

  closures: 'Closures',
  closuresLead: 'Holidays, training and other times without appointments. No free times are offered in them.',
  closuresForOwners: 'Times without appointments. Only an owner can change them.',
  addClosure: 'Add a closure',
  noClosures: 'No closures are coming up.',
  pastClosures: (n: number) => (n === 1 ? '1 past closure' : `${n} past closures`),
  yearly: 'Every year',
  deletedChair: 'a deleted chair',
  closureName: 'Name',
  closureNameHint: 'The board shows it, such as “Summer holiday”.',
  firstDay: 'First day',
  lastDay: 'Last day',
  wholeDays: 'Whole days',
  closesAt: 'Closed from',
  opensAt: 'Closed until',
  isYearly: 'Comes again every year',
  closedWhere: 'What is closed',
  wholePractice: 'The whole practice',
  someChairs: 'Some chairs',
  chooseChair: 'Choose at least one chair.',
  daysRunBack: 'The last day must not be before the first day.',
  tooManyDays: (most: number) => `A closure has at most ${most} days.`,
  timeRunsBack: 'The end must be after the beginning.',
  closureAdded: 'The closure is added.',
  closureSaved: 'The closure is saved.',
  deleteClosureText: 'Free times are offered again then. An owner can bring the closure back.',
  holidays: 'Public holidays',
  holidaysLead:
    'Take over the holidays on which the practice is closed. Dates that follow the moon may be off by a day.',
  year: 'Year',
  country: 'Country',
  chooseCountry: 'Choose a country',
  region: 'Region',
  wholeCountry: 'Whole country only',
  closedAlready: 'Closed already',
  noHolidays: 'There are no more holidays this year.',
  allClosed: 'The practice is closed on all of these days.',
  closeOn: (n: number) => (n === 0 ? 'No day chosen' : n === 1 ? 'Close on 1 day' : `Close on ${n} days`),
  holidaysAdded: (n: number) => (n === 1 ? '1 holiday is added.' : `${n} holidays are added.`),

  reminders: 'Reminders',
  channels: 'Ways to patients',
  channelsLead:
    'Before an appointment, the patient gets an e-mail and a text message, as far as they agreed to each.',
  channelNames: { email: 'E-mail', sms: 'Text message' },
  channelStates: { on: 'On', log_only: 'Trial', off: 'Off' },
  channelHints: {
    email: {
      on: 'The mail server is set up: messages are sent.',
      log_only: 'No mail server is set up: messages are only noted in the server’s log.',
      off: 'No mail server is set up: no messages are sent.',
    },
    sms: {
      on: 'The service for text messages is set up: messages are sent.',
      log_only: 'No service for text messages is set up: messages are only noted in the server’s log.',
      off: 'No service for text messages is set up: no messages are sent.',
    },
  },
  test: 'Send me a test',
  send: 'Send',
  testTextLead: 'You get a text message in the saved words of the practice, with a made-up appointment.',
  yourNumber: 'Your mobile number',
  noMobileNumber:
    'This is not a mobile number that the practice sends messages to. Enter one such as +49 151 23456789.',
  testOnItsWay: 'The message is on its way…',
  testOutcomes: {
    delivered: 'The message was sent.',
    refused: 'The message was refused. Check the address or the number.',
    not_sent:
      'The message was not sent, because the service could not be reached or refused the server. Ask the person who runs the server.',
    no_answer: 'The service did not answer in time. Perhaps the message arrives.',
    over_ceiling: 'The message was not sent, because the practice has sent as many messages today as it may.',
    log_only: 'The server sends no messages yet. The message is noted in its log.',
    not_set_up: 'The server sends no messages yet, because nothing is set up for them.',
  },
  times: 'When they go out',
  timesSaved: 'The times of reminders are saved.',
  leads: { first: 'First reminder', second: 'Second reminder', third: 'Third reminder' },
  noReminders: 'Before the appointment. With 0, there are no reminders.',
  noFurther: 'Leave empty for none.',
  noLead: 'Enter a whole number, up to a year.',
  sameLead: 'Another reminder goes out at the same time.',
  sendHours: 'Hours in which messages go out',
  sendFrom: 'From',
  sendUntil: 'Until',
  hourApart: 'The end must be at least an hour after the beginning. Midnight is 00:00.',
  sendHint:
    'A reminder that falls due outside these hours goes out when they begin. When that would be too late, it goes out an hour before they end. Enter midnight in both fields to send at any hour.',
  news: 'News of bookings',
  newsSaved: 'The setting is saved.',
  tellBooked: 'Send patients a message when an appointment is booked for them',
  tellBookedHint:
    'A patient who knows of an appointment always gets a message when it is moved or cancelled, five minutes after the change.',

  texts: 'Message texts',
  textsLead: 'What the reminders say. With the link in them, patients confirm or ask to cancel.',
  textsSaved: 'The texts are saved.',
  language: 'Language',
  languageHint: 'For patients without a known language.',
  placeholdersLead: 'Words in braces are replaced for each patient',
  placeholders: {
    practice: 'the name of the practice',
    title: 'Ms or Mr; the first name, where the patient’s gender does not say which',
    firstName: 'the patient’s first name',
    lastName: 'the patient’s last name',
    date: 'the day of the appointment',
    time: 'the time it begins',
    link: 'the page where the patient answers; both texts must contain it',
  },
  textNames: {
    emailSubject: 'Subject of the e-mail',
    emailText: 'Text of the e-mail',
    smsText: 'Text message',
  },
  strayBraces: 'May hold only the words in braces that are listed above.',
  needsLink: 'Must hold {link}.',
  smsTooLong: 'This is too long for a text message when all is filled in. Shorten it.',
  preview: 'Preview',
  thePreview: 'The preview',
  madeUp: 'Example for a made-up appointment:',
  textOf: (characters: number) => `Text message, ${characters} characters`,
  costs: 'Providers charge for each part of a text message. With a long first name and date, it has:',
  segments: (n: number) => (n === 1 ? '1 part' : `${n} parts`),
  costly: (characters: string) => `Without these characters, more text would fit into a part: ${characters}`,
  standardTitle: 'Use the standard texts?',
  standardText: (language: string) =>
    `Your own texts for the e-mail and the text message are deleted. The standard texts in ${language} replace them.`,
  standardVerb: 'Use the standard texts',
  standardDone: 'Reminders use the standard texts now.',

  statuses: 'Patient statuses',
  statusesLead: 'Each patient has one of these statuses. Choose which one a new patient gets.',
  statusesSaved: 'The statuses are saved.',
  addStatus: 'Add a status',
  newPatients: 'New patients',
  statusNumber: (n: number) => `Status ${n}`,
  firstStatusNumber: (n: number) => `New patients get status ${n}`,
  removeStatus: (n: number) => `Remove status ${n}`,
  statusInUse: 'Patients have a status that you removed. Give them another one first, or keep it.',

  tags: 'Tags',
  tagsLead: 'Labels for patients, such as “Recall due”. A patient can have many.',
  addTag: 'Add a tag',
  noTags: 'There is no tag yet.',
  patients: (n: number) => (n === 1 ? '1 patient' : `${n} patients`),
  tagName: 'Name of the tag',
  tagAdded: 'The tag is added.',
  tagSaved: 'The tag is saved.',
  deleteTagText: (n: number | undefined) =>
    n === 0
      ? 'No patient has the tag. An owner can bring it back.'
      : `The tag is taken off ${n === undefined ? 'its patients' : n === 1 ? '1 patient' : `${n} patients`}. An owner can bring it back.`,
}

export const people = {
  title: 'People',
  about:
    'Assistants work with patients, notes and appointments. Owners can do the same, and they also manage the practice.',
  roles: { assistant: 'Assistant', owner: 'Owner' },
  you: 'You',
  deactivated: 'Deactivated',
  noColor: 'No colour',
  sole: 'The only owner with a passkey. To step down, make another member an owner first.',
  hasLink: (until: string) => `Has a link to make a passkey. It works until ${until}.`,
  edit: 'Edit',
  newLink: 'New link',
  deactivate: 'Deactivate',
  activate: 'Activate',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  color: 'Colour on the board',
  emailTaken: 'Another member has this address. Use a different one.',
  editTitle: (name: string) => `Edit ${name}`,
  saved: 'The member is saved.',
  savedLinkEnded: 'The member is saved. Their link does not work any more: make a new one.',
  activated: (name: string) => `${name} is active again. Make a new link now, so that ${name} can sign in.`,
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateText: (name: string) =>
    `${name} is signed out everywhere at once. Passkeys and API tokens end, and no record is deleted. To sign in again, ${name} needs an owner who activates the account and makes a new link.`,
  deactivateSelfTitle: 'Deactivate yourself?',
  deactivateSelfText:
    'You are signed out everywhere at once. You cannot sign in until another owner activates you again and gives you a new link.',
  wasDeactivated: (name: string) => `${name} is deactivated.`,
  linkTitle: (name: string) => `Make a new link for ${name}?`,
  linkText: (name: string) =>
    `Do this when a passkey is lost or stolen. All passkeys of ${name} stop working now, and every open session ends. With the link, ${name} makes a new passkey.`,
  linkTokens: 'Revoke the API tokens, too',
  makeLink: 'Make a new link',
  linkFor: (name: string) => `The link for ${name}`,
  mailed: (name: string, email: string) => `The link for ${name} was sent to ${email}.`,
  notMailed: (name: string) =>
    `The link for ${name}: no e-mail was sent. Give them the link yourself, so that nobody else sees it.`,
  worksUntil: (until: string) => `It works once, until ${until}.`,
  notAgain: (until: string) => `It works once, until ${until}, and it is not shown again.`,
  locksOut:
    'Nothing was changed, because no owner could sign in any more. Make another member an owner first.',
  inviteTitle: 'Invite a colleague',
  invite: 'Invite',
  invited: (name: string) => `${name} is invited.`,
  none: 'There is none.',
}

export const security = {
  title: 'Security',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy. The text is selected: press Ctrl+C or ⌘C.',
  passkeys: 'Passkeys',
  passkeysAbout:
    'You sign in with your fingerprint, face or screen lock. Add a second passkey on another device. Then you can still sign in if you lose the first device.',
  onlyOne: 'Your only one',
  made: (day: string) => `Made ${day}`,
  madeUsed: (day: string, used: string) => `Made ${day}, last used ${used}`,
  rename: 'Rename',
  renameTitle: 'Rename this passkey',
  renamed: 'The passkey has its new name.',
  name: 'Name',
  remove: 'Remove',
  removeTitle: 'Remove this passkey?',
  removeText: (name: string) =>
    `You cannot sign in with “${name}” any more. You are signed out in all other browsers.`,
  removed: 'The passkey is removed.',
  lastStays: 'This is your only passkey, so it stays. Add another one first.',
  add: 'Add a passkey',
  make: 'Make it',
  added: 'You can sign in with the new passkey now. You are signed out in all other browsers.',
  sessions: 'Where you are signed in',
  sessionsAbout: 'Do you see a browser that you do not know? Sign it out.',
  thisBrowser: 'This browser',
  seen: (from: string, last: string) => `Signed in ${from}, last seen ${last}`,
  signOut: 'Sign out',
  signedOut: 'That browser is signed out.',
  signOutOthers: 'Sign out all other browsers',
  othersSignedOut: 'All other browsers are signed out.',
  browser: 'A browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  none: 'There is none.',
  confirmTitle: 'Use your passkey again',
  confirmText: 'Not everybody who sits at this browser may do this. Show with your passkey that it is you.',
  confirm: 'Use my passkey',
}

export const developers = {
  title: 'Developers',
  docs: 'API',
  docsAbout:
    'Programs can do with the API most of what people do here. You can try every request in its documentation. You are signed in there, too.',
  openDocs: 'Open the documentation',
  tokens: 'Your tokens',
  tokensAbout: 'With a token, a program of yours can work in your name.',
  noTokens: 'You have no token.',
  othersTokens: 'Tokens of colleagues',
  othersAbout: 'With these, programs work in the names of your colleagues. Revoke what nobody needs.',
  noOthers: 'Your colleagues have no token.',
  name: 'Name of a new token',
  endsIn: 'Ends in',
  days: (n: number) => (n === 365 ? 'a year' : `${n} days`),
  may: 'A program with it',
  scopes: { read: 'reads records', write: 'changes records', settings: 'changes settings' },
  chooseScope: 'Please tick at least one.',
  make: 'Make a token',
  tooMany: 'You have as many tokens as one can have. Revoke one first.',
  newToken: 'The new token',
  copyNow: 'Copy the token now.',
  notAgain: 'It is not shown again. Anybody who has it can work in your name.',
  times: (made: string, used: string | null, ends: string) =>
    `Made ${made}, ${used === null ? 'never used' : `last used ${used}`}, ends ${ends}`,
  revoke: 'Revoke',
  revokeTitle: 'Revoke this token?',
  revokeText: (name: string) => `Programs that use “${name}” stop working at once.`,
  revoked: 'The token is revoked.',
}

const callNow = 'Call the person who runs this server now.'
const tellToday = 'Tell the person who runs this server today.'
const nothingLost = 'Nothing is lost so far: what was saved is on the server itself.'

/** What the API can find about the server. */
type Finding = components['schemas']['ServiceHealth']['findings'][number]['kind']

interface Told {
  /** `lag` is how far the backup is behind, in words, and null when that is not known. `free` is in megabytes. */
  readonly explain: (lag: string | null, free: string) => string
  readonly steps: readonly string[]
}

const findings: Readonly<Record<Finding, Told>> = {
  not_saving: {
    explain: () => 'Changes cannot be saved at the moment. You can still read what was saved before.',
    steps: [callNow, 'Until then, write new appointments on paper.'],
  },
  disk_full: {
    explain: () => 'The disk of the server is full, so changes cannot be saved, or soon cannot.',
    steps: [callNow, 'Until then, write new appointments on paper when they cannot be saved.'],
  },
  standing_still: {
    explain: () => 'A part of the server stands still, so reminders may not go out.',
    steps: [callNow, 'Until then, call the patients who have to know something soon.'],
  },
  foreign_writer: {
    explain: () =>
      'Another computer or another database uses the place of this backup. The backup cannot be relied on, and there may be a second, different calendar.',
    steps: ['Look whether the appointments of today and tomorrow are right.', callNow],
  },
  backup_failed: {
    explain: () =>
      'The last check of the backup found a problem. If the disk of the server broke now, records could be lost.',
    steps: [
      nothingLost,
      tellToday,
      'The server checks again every hour. This message goes away when the backup is whole.',
    ],
  },
  backup_stopped: {
    explain: (lag) =>
      lag === null
        ? 'There is no whole backup yet. If the disk of the server broke now, records could be lost.'
        : `The backup stands still: ${lag} of changes are only on this server.`,
    steps: [nothingLost, 'Look whether the internet connection of the server works.', tellToday],
  },
  backup_behind: {
    explain: (lag) => (lag === null ? 'The backup has no whole copy yet.' : `The backup is ${lag} behind.`),
    steps: ['Wait for a quarter of an hour. The server catches up by itself.'],
  },
  backup_not_verified: {
    explain: () =>
      'The backup was not checked for two days, or the last check could not be done. Nobody knows whether it is whole.',
    steps: ['Leave the server on at night: it checks the backup at half past three.', tellToday],
  },
  backup_new: {
    explain: () => 'The backup has not been checked yet.',
    steps: ['Wait for ten minutes. The first check begins soon after the start.'],
  },
  no_backup: {
    explain: () => 'No backup is set up. If the disk of the server breaks, all records are lost.',
    steps: [
      'While you only try chairside out, there is nothing to do.',
      'Before you enter real patients, ask the person who runs this server to set up the backup.',
    ],
  },
  upkeep_failing: {
    explain: () =>
      'The regular upkeep cannot treat some records of a practice. Nothing is lost, and old records stay longer than they should.',
    steps: [tellToday, 'The log of the server says which practice it is. The server tries again each day.'],
  },
  disk_low: {
    explain: (_, free) => `The disk of the server is nearly full: ${free} MB are free.`,
    steps: [tellToday],
  },
}

export const service = {
  title: 'Server and backup',
  levels: {
    good: 'Green: all is well',
    attention: 'Yellow: needs attention',
    trouble: 'Red: something has to be done',
  },
  colors: { good: 'Green', attention: 'Yellow', trouble: 'Red' },
  unknown: 'Not known now',
  lookingAgain:
    'This page looks again every minute. If that does not help, call the person who runs the server.',
  before: 'Below is what was known last.',
  read: 'Read this line to the person who runs the server, or send it to them:',
  line: (names: string) => `My page says “${names}”. On the server, type: chairside doctor`,
  verified: 'Backup last checked and found whole',
  notYet: 'Not yet',
  upToDate: 'Backup up to date',
  lagUnknown: 'Not known yet',
  noLag: 'Yes, it holds every change',
  behind: (time: string) => `${time} behind`,
  seconds: (n: number) => `${n} seconds`,
  minutes: (n: number) => `${n} minutes`,
  hours: (n: number) => `${n} hours`,
  days: (n: number) => `${n} days`,
  free: 'Free on the disk of the server',
  findings,
}

export const deleted = {
  title: 'Deleted records',
  about: 'What somebody deleted is kept for years, and you can bring it back.',
  kind: 'Kind',
  everything: 'Everything',
  show: 'Show what was deleted',
  earlier: 'Show what was deleted earlier',
  none: 'There are no deleted records here.',
  shown: (n: number) => (n === 1 ? '1 record is shown.' : `${n} records are shown.`),
  kinds: {
    patient: 'Patient',
    note: 'Note',
    appointment: 'Appointment',
    tag: 'Tag',
    tagLink: 'Tag of a patient',
    chair: 'Chair',
    closure: 'Closure',
    waiting: 'Item of the waiting list',
    merge: 'Merged patient',
  },
  comesBack: {
    patient: 'Everything comes back with the patient, and the appointments that are still there.',
    note: 'The note comes back with its earlier versions.',
    appointment: 'The appointment comes back only if its place in the calendar is still free.',
    tag: 'The tag comes back to its patients.',
    tagLink: 'The tag is put on the patient again.',
    chair: 'The chair comes back without appointments.',
    closure: 'The practice or the chairs are closed again.',
    waiting: 'The patient is on the waiting list again, at the place where they were.',
    merge: 'The patient comes back with everything that went to the other patient and is still there.',
  },
  entryTypes: { appointment: 'Appointment', reminder: 'Memo', unavailable: 'Blocked time' },
  deletedTag: 'a deleted tag',
  deletedPatient: 'a deleted patient',
  born: (day: string) => `Born on ${day}`,
  bornUnknown: 'Date of birth not known',
  by: (day: string, name: string | null) => `Deleted ${day}${name === null ? '' : ` by ${name}`}`,
  keptUntil: (day: string) => `Kept until ${day}`,
  bringBack: 'Bring back',
  bringBackTitle: (label: string) => `Bring back “${label}”?`,
  isBack: (label: string) => `“${label}” is back.`,
  notAll: 'Not all of it is as it was:',
  lost: {
    status: 'The status is the usual one of new patients, because the old one does not exist any more.',
    tagIds: 'Some tags are missing, because they were deleted.',
    patients: 'Some patients lack the tag, because they were deleted.',
    appointments: 'Some appointments are missing, because they were deleted or have another patient.',
    other: (field: string) => `Something else was kept as it is now: ${field}.`,
  },
  conflicts: {
    patientId: 'The patient was deleted. Bring the patient back first.',
    tagId: 'The tag was deleted. Bring the tag back first.',
    name: 'Something else has this name now. Rename that first.',
    startAt: 'Something else is in the way. Move or delete that first.',
    chairId: 'The chair is not in use any more. Put it into use first.',
    other: 'This cannot come back: it is there already, or there is no room for more of its kind.',
  },
}

export const rights = {
  title: 'A person’s rights',
  about:
    'Patients may ask who has seen their record. They may ask for a copy of everything, or to be forgotten.',
  deletedHint: 'A deleted patient is under “Deleted records”.',
  seen: 'Who has seen the record',
  print: 'Everything, to print',
  file: 'Everything, as a file',
  erase: 'Erase permanently',
  eraseTitle: (name: string) => `Erase ${name} permanently?`,
  whatIsErased:
    'The record, the notes, the messages and everything that was deleted before are removed. Nobody can bring them back, not even from a backup.',
  whatStays:
    'The appointments stay in the calendar without patient and text. “Who did what” still shows that somebody did something, but not the patient.',
  typeName: 'Type the name of the patient',
  typeThis: (name: string) => `Please type “${name}”.`,
  reason: 'Why is the person erased?',
  nameless: 'This text is kept under “Who did what”. Do not write who the person is.',
  namesPerson: 'This names the person. Write it without a name, because this text stays.',
  keptTitle: (name: string) => `The records of ${name} must still be kept`,
  keptUntil: (day: string) =>
    `They must be kept until ${day}: so many years after the last treatment as the practice has set.`,
  nothingYet: 'Nothing was erased so far. If you are not sure, press “Cancel” and ask for advice.',
  override: 'Why do you erase them anyway?',
  eraseAllTheSame: 'Erase anyway',
  erased: (name: string) => `${name} is erased.`,
  merged: 'Somebody has just merged another record into this one. Look at the record, then try again.',
}

export const trail = {
  title: 'Who did what',
  about:
    'Looks at records, changes and sign-ins leave lines here. No member can change a line. Lines are kept for six years. When you look at the lines, this leaves a line, too.',
  patient: 'About the patient',
  onePatient: 'One patient',
  anyPatient: 'Any patient',
  member: 'Done by',
  everybody: 'Everybody',
  kind: 'What was done',
  everything: 'Everything',
  from: 'From the day',
  to: 'Until the day',
  show: 'Show',
  earlier: 'Show earlier acts',
  shown: (n: number) => (n === 1 ? '1 line is shown.' : `${n} lines are shown.`),
  nothing: 'Nothing was found.',
  nothingNewest: 'Nothing was found in the newest lines.',
  nothingEarlier: 'Nothing earlier was found.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  notKept: 'What it was before and after is not kept, or was erased.',
  /** What stands in the lines of the trail. */
  lines: lines as TrailWords,
}
