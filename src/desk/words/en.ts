/** The words of the desk in English, by room. A value is a text, or a function where the words depend on something. */
export const en = {
  shell: {
    title: (practice: string) => practice,
    day: 'Day',
    patients: 'Patients',
    inbox: 'Inbox',
    waitingList: 'Waiting list',
    daySheet: 'Day sheet',
    settings: 'Settings',
    screens: 'Screens',
    find: 'Find a patient',
    book: 'New appointment',
    help: 'Keyboard help',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    skip: 'Skip to the content',
    loading: 'Loading…',
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    undo: 'Undo',
    undone: 'Undone.',
    tryAgain: 'Try again',
    tooLate: 'It is too late to undo this.',
    sessionEnded: 'Your session has ended. Sign in again to go on.',
    offline:
      'No connection. You see the last picture, and nothing can be changed until the connection is back.',
    offlineWrite: 'This was not done, because there is no connection. Try again when the banner is gone.',
    keysTitle: 'Keyboard',
    keysEverywhere: 'Everywhere',
    optional: 'optional',
    none: 'None',
    minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
  },

  failures: {
    unexpected: 'Something went wrong in this page. Reload it and try again.',
    unreadable: 'The server gave an answer that this page does not understand. Try again in a moment.',
    offline: 'The server cannot be reached. Check the connection and try again.',
    rateLimited: (seconds: number) =>
      `There were too many requests in a short time. Wait ${seconds} seconds, then try again.`,
    forbidden: 'Only an owner of the practice may do this.',
    notFound: 'This record is not there any more. Somebody may have deleted it.',
    changedMeanwhile:
      'Somebody else has changed this meanwhile. You see it now as it is. Do your change again.',
    conflict: 'This does not fit with what is there already.',
    invalid: 'Something in the form is not right. Check the marked fields.',
    invalidField: 'Check this field.',
    tooLarge: 'This is too long to be saved.',
    unavailable: 'The server cannot do this at the moment. Try again shortly.',
    internal: 'The server made a mistake, and nothing was saved. Try again.',
    passkey: 'Nothing was done, because you did not use your passkey. Try again.',
  },

  board: {
    today: 'Today',
    previous: 'Previous day',
    next: 'Next day',
    withoutChair: 'No chair yet',
    empty: 'No appointments on this day.',
  },

  acts: {
    booked: (name: string) => `${name} is booked.`,
  },

  booking: {
    titles: {
      appointment: 'New appointment',
      unavailable: 'Block time',
      reminder: 'New note',
    },
    submits: { appointment: 'Book', unavailable: 'Block the time', reminder: 'Note it' },
    kind: 'Kind of entry',
    kinds: { appointment: 'Appointment', unavailable: 'Blocked time', reminder: 'Note' },
    patient: 'Patient',
    newPatient: 'New patient',
    newPatientNamed: (typed: string) => `New patient “${typed}”`,
    firstName: 'First name',
    lastName: 'Last name',
    another: 'Choose somebody else',
    noPhone: 'No phone number',
    reached: (email: boolean, sms: boolean): string =>
      email && sms
        ? 'Agreed to e-mails and text messages'
        : email
          ? 'Agreed to e-mails'
          : sms
            ? 'Agreed to text messages'
            : 'Gets no messages',
    firstVisit: 'No appointments so far',
    next: (when: string, title: string | null) => `Next: ${when}${title === null ? '' : `, ${title}`}`,
    noNext: 'No appointment ahead',
    last: (when: string, title: string | null) => `Last: ${when}${title === null ? '' : `, ${title}`}`,
    nextNote: 'To do next:',
    name: 'Title',
    date: 'Day',
    time: 'Time',
    chair: 'Chair',
    noChair: 'No chair yet',
    length: 'Length in minutes',
    lengthMinutes: 'Other length in minutes',
    ownLength: 'Other',
    skipped: 'The clocks skip this time on that day. Choose another time.',
    twice: (time: string) => `The clocks show ${time} twice on that day. Which one?`,
    firstTime: 'The first, before the clocks change',
    secondTime: 'The second, after it',
    chooseWhich: 'Say which of the two times it is.',
    chooseDate: 'Choose a day.',
    chooseTime: 'Choose a time, or one of the free times.',
    chooseLength: 'Say how many minutes it takes.',
    whoOrWhat: 'Choose a patient, or give the entry a title.',
    free: 'This time is free.',
    taken: (who: string) => `The chair is taken: ${who}.`,
    busy: (who: string) => `The person who treats is busy: ${who}.`,
    conflict: 'Something else is in the way at this time. Choose another time.',
    seriesTaken: 'Some of these times have just been taken. Look at the list, and choose another time.',
    sameDay: (when: string) => `This patient already comes on that day: ${when}.`,
    past: 'This time is in the past.',
    outsideHours: 'This is outside the working hours.',
    closed: (name: string) => `Closed then: ${name}.`,
    nextFree: 'Next free times',
    anyChair: 'Any chair',
    partOfDay: 'Part of the day',
    parts: { any: 'All day', morning: 'Mornings', afternoon: 'Afternoons' },
    weekdays: 'Days of the week',
    dayNames: { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' },
    from: 'From',
    fromDay: (day: string) => `from ${day}`,
    moreTimes: 'Later times',
    nothingFree: 'No free time fits.',
    reasons: {
      past: () => 'The chosen time is in the past.',
      chair_inactive: () => 'The chair is out of use.',
      closed_hours: () => 'The chosen time is outside the working hours.',
      off_grid: () => 'Free times start at other minutes.',
      skipped_time: () => 'The clocks skip the chosen time.',
      closure: (name: string) => `Closed: ${name}.`,
      in_the_way: () => 'Other entries are in the way of the chosen time.',
      too_long: () => 'No opening is long enough.',
      full: () => 'There is no room between the other entries.',
    },
    more: 'Notes, colour, who treats',
    practitioner: 'Treated by',
    nobody: 'Nobody named',
    notes: 'Notes',
    color: 'Colour',
    colors: ['Blue', 'Green', 'Amber', 'Red', 'Purple', 'Grey'],
    comesAgain: 'Comes again',
    every: 'Every',
    unit: 'Unit',
    units: { day: 'days', week: 'weeks', month: 'months' },
    ends: 'Ends',
    afterTimes: 'after',
    onDay: 'on',
    times: 'Number of times',
    lastDay: 'Last day',
    preview: 'Preview',
    previewNeedsTime: 'Choose a time to see all the days.',
    previewSays: (count: number, taken: number) =>
      taken === 0
        ? `${count} appointments, all free.`
        : `${taken} of ${count} times are taken. Leave them out, or choose another time.`,
    skipTaken: 'Leave out the taken days',
    skipClosed: 'Leave out the closed days',
    skippedDays: (days: string) => `Left out: ${days}.`,
    skipNone: 'Take them in again',
    noChairs: 'The practice has no chair yet. Owners add chairs in the settings.',
    inTheWay: (when: string) => `taken ${when}`,
    fits: 'From the waiting list',
    waitInstead: 'Waiting list',
    waitTitle: (who: string) => `Waiting list: ${who}`,
    wait: 'Put on the waiting list',
    waits: (who: string) => `${who} is on the waiting list.`,
    urgency: 'How soon',
    urgencies: { urgent: 'Urgent', soon: 'Soon', whenever: 'Whenever' },
    told: 'Gets a message about the booking in five minutes.',
    untold: 'Gets no message about the booking.',
    unreached: 'Gets no messages: no consent or no address.',
    booked: (who: string, when: string) => `${who} is booked: ${when}.`,
    bookedSeries: (who: string, count: number, when: string) =>
      `${who} is booked ${count} times, first ${when}.`,
  },

  finder: {
    label: 'Find a patient',
    placeholder: 'Name, phone or date of birth',
    nothing: 'Nobody fits.',
  },

  patient: {
    title: 'Patient',
  },

  inbox: {
    title: 'Inbox',
  },

  waiting: {
    title: 'Waiting list',
  },

  sheet: {
    title: 'Day sheet',
  },

  live: {
    title: (waiting: number, text: string) => (waiting > 0 ? `(${waiting}) ${text}` : text),
  },

  settings: {
    title: 'Settings',
  },

  security: {
    title: 'Security',
  },
}
