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
    previousWeek: 'Previous week',
    nextWeek: 'Next week',
    withoutChair: 'No chair yet',
    empty: 'No appointments on this day.',
    emptyWeek: 'No appointments in this week.',
    month: 'Go to a day',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    /** How full a day is, for the month. `percent` is how much of the open time is booked. */
    monthDay: (open: boolean, appointments: number, percent: number, closures: readonly string[]) =>
      [
        open ? `${percent} % full` : 'closed',
        appointments === 1 ? '1 appointment' : `${appointments} appointments`,
        ...closures,
      ].join(', '),
    entries: 'Entries',
    view: 'View',
    allChairs: 'Day, all chairs',
    weekOf: 'Week of a chair',
    toWeek: (chair: string) => `${chair}: show the week`,
    toDay: (day: string) => `${day}: show all chairs`,
    practitioner: 'Who stands out',
    everybody: 'All practitioners',
    density: 'Height of the rows',
    smaller: 'Smaller rows',
    larger: 'Larger rows',
    closed: 'Closed',
    closedShort: 'closed',
    count: (n: number) => String(n),
    columnName: (title: string, n: number) => `${title}, ${n === 1 ? '1 entry' : `${n} entries`}`,
    appointments: (n: number) => (n === 1 ? '1 appointment' : `${n} appointments`),
    waiting: (n: number) => `${n} waiting`,
    clockChange: (minutes: number) =>
      `Clocks go ${minutes > 0 ? 'forward' : 'back'} ${Math.abs(minutes) === 60 ? '1 hour' : `${Math.abs(minutes)} minutes`}`,
    more: (shown: number, all: number) => `Only the first ${shown} of ${all} entries are shown.`,
    noChairs: 'No chairs yet',
    noChairsOwner: 'The board has a column for each chair or room. Add the first one in the settings.',
    noChairsAssistant:
      'The board has a column for each chair or room. Ask an owner of the practice to add one.',
    addChairs: 'Add chairs',
    sortBy: 'Order',
    byTime: 'By time',
    byChair: 'By chair',
    keys: 'Board',
    keyNext: 'Next day or week',
    keyPrevious: 'Previous day or week',
    keyWeek: 'Switch between day and week',
    keyArrows: '↑ ↓ ← →',
    keyArrowsSay: 'Go from card to card',
    keyEnds: 'Home End',
    keyEndsSay: 'Go to the first or last card of the column',
  },

  card: {
    types: { appointment: 'Appointment', unavailable: 'Not available', reminder: 'Reminder' },
    span: (from: string, to: string) => `${from} to ${to}`,
    with: (name: string) => `with ${name}`,
    menu: (name: string) => `What to do with ${name}`,
    /** On the card. The number is minutes. */
    short: {
      expected: () => 'expected',
      confirmed: () => 'confirmed',
      cancelRequested: () => 'asks to cancel',
      late: (n: number) => `late ${n} min`,
      arrived: (n: number) => `waits ${n} min`,
      inChair: () => 'in chair',
      done: () => 'done',
      noShow: () => 'no-show',
      firstVisit: () => 'first visit',
      nextNote: () => 'to do',
      reminderFailed: () => 'reminder failed',
      reminderUncertain: () => 'reminder uncertain',
      noReminder: () => 'no reminder',
      series: () => 'series',
    } satisfies Record<string, (minutes: number) => string>,
    /** In the sentence that a screen reader says. */
    long: {
      expected: () => 'expected',
      confirmed: () => 'confirmed',
      cancelRequested: () => 'asks to cancel',
      late: (n: number) => (n === 1 ? '1 minute late' : `${n} minutes late`),
      arrived: (n: number) => `arrived, waits ${n === 1 ? '1 minute' : `${n} minutes`}`,
      inChair: () => 'in the chair',
      done: () => 'done',
      noShow: () => 'did not come',
      firstVisit: () => 'first visit',
      nextNote: () => 'has a note to be done next',
      reminderFailed: () => 'the reminder did not reach them',
      reminderUncertain: () => 'the reminder may not have reached them',
      noReminder: () => 'gets no reminder',
      series: () => 'part of a series',
    } satisfies Record<string, (minutes: number) => string>,
  },

  acts: {
    booked: (name: string) => `${name} is booked.`,
  },

  booking: {
    title: 'New appointment',
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
