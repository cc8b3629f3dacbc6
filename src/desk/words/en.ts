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
    open: (n: number) => (n === 1 ? '1 thing to do' : `${n} things to do`),
    empty: 'Nothing waits for you',
    emptyHint:
      'Here you see who asks to cancel, who has not answered, and who was not reached. You also see who fits a free time.',
    groups: {
      cancel_requested: 'Asks to cancel',
      unanswered: 'No answer yet',
      failed: 'Not reached',
      uncertain: 'Perhaps not reached',
      fits_gap: 'A free time fits',
      note_next: 'Next to do',
    },
    more: 'There is more of this than is shown. It follows when these are done.',
    gone: 'A patient who was deleted',
    says: {
      cancel_requested: 'Call them, then cancel or move the appointment.',
      unanswered: 'Got the reminder and has not answered. Call to be sure that they come.',
      fits_gap: (minutes: number, chair: string, when: string) =>
        `Needs ${minutes} minutes. ${chair} is free on ${when}.`,
    },
    message: {
      email: { message: 'e-mail', address: 'e-mail address', service: 'mail service' },
      sms: { message: 'text message', address: 'mobile number', service: 'text service' },
    },
    happened: {
      inside_lead: () => 'The appointment was booked too late for a reminder.',
      switched_off: () => 'The practice had switched reminders off.',
      other_lead: () => 'Another reminder takes the place of this one.',
      asked_to_cancel: () => 'The patient asked to cancel.',
      missed_window: ({ message }: MessageWords) => `The ${message} could not be sent in time.`,
      no_consent: ({ message }: MessageWords) => `The patient does not want ${message}s.`,
      no_address: () => 'The patient has no e-mail address.',
      no_phone: () => 'The patient has no mobile number.',
      invalid_phone: () => 'The mobile number is not a valid number.',
      landline: () => 'The number is a landline, which gets no text messages.',
      costly_number: () => 'Text messages to this number would be very expensive.',
      unknown_country: () => 'Nobody can tell which country the mobile number belongs to.',
      country_not_allowed: () => 'The practice sends no text messages to the country of this number.',
      over_ceiling: () => 'The practice sent as many messages on that day as it may.',
      not_configured: ({ service }: MessageWords) => `The practice has no ${service}.`,
      refused: ({ service, address }: MessageWords) => `The ${service} refused the ${address}.`,
      provider_away: ({ message }: MessageWords, because: string) =>
        `The ${message} could not be sent${because}.`,
      gave_up: ({ message }: MessageWords, because: string) => `The ${message} failed every time${because}.`,
      log_only: ({ message }: MessageWords) => `No ${message} went out, as sending is not set up yet.`,
      uncertain: ({ message }: MessageWords) => `Nobody knows whether the ${message} arrived.`,
      scheduled: ({ message }: MessageWords, because: string) => `The ${message} is not sent yet${because}.`,
      unknown: ({ message }: MessageWords, because: string) => `The ${message} did not go out${because}.`,
    },
    because: {
      no_answer: ({ service }: MessageWords) => `, because the ${service} did not answer`,
      unreachable: ({ service }: MessageWords) => `, because the ${service} was unreachable`,
      unsafe: ({ service }: MessageWords) => `, because the ${service} has no safe connection`,
      sign_in: ({ service }: MessageWords) => `, because the ${service} refused our sign-in`,
      money: ({ service }: MessageWords) => `, because our ${service} has no money left`,
      busy: ({ service }: MessageWords) => `, because the ${service} was too busy`,
      refused: ({ service }: MessageWords) => `, because the ${service} refused the message`,
      other: () => ', because something went wrong in chairside',
    },
    todo: {
      call: 'Call the patient.',
      again: 'Send it again, or call the patient.',
      uncertain: 'Call the patient, or send it again if a second copy does no harm.',
      wait: 'Wait for the next try, or call the patient.',
      no_address: 'Call the patient, or add an address.',
      no_phone: 'Call the patient, or add a number.',
      invalid_phone: 'Correct the number and send it again.',
      landline: 'Enter a mobile number and send it again.',
      costly_number: 'Enter another mobile number and send it again.',
      unknown_country: 'Add the country code, such as +49, and send it again.',
      country_not_allowed: 'Call the patient, or ask an owner to allow the country.',
      tomorrow: 'It goes out when the sending hours of the next day begin.',
      refused: 'Ask the patient for the right one, correct it, and send it again.',
      booked: 'Call the patient, who may not know of the appointment.',
      moved: 'Call the patient, who may not know the new time.',
      cancelled: 'Call the patient, who may not know of the cancellation.',
    },
    since: (when: string) => `waits since ${when}`,
    call: (name: string, number: string) => `Call ${name}: ${number}`,
    mail: (name: string) => `Write an e-mail to ${name}`,
    showInDay: (name: string, when: string) => `Show ${name} in the day, ${when}`,
    cancel: 'Cancel…',
    cancelOf: (name: string) => `Cancel the appointment of ${name}`,
    comes: 'Will come',
    comesOf: (name: string) => `${name} will come`,
    saidComes: (name: string) => `It is noted that ${name} will come.`,
    again: 'Send again',
    againTo: (name: string) => `Send the message to ${name} again`,
    sentAgain: (name: string) => `The message to ${name} is on its way.`,
    sentLater: (name: string, when: string) => `The message to ${name} goes out on ${when}.`,
    notAgain: 'This message cannot be sent again, because something has changed meanwhile.',
    book: 'Book',
    bookFor: (name: string) => `New appointment for ${name}`,
    done: 'Done',
    doneWith: (name: string) => `Done: ${name}`,
    marked: (name: string) => `${name} is done.`,
    doneBefore: (n: number) => `Done (${n})`,
    by: (who: string, when: string) => `${who}, ${when}`,
    you: 'you',
    somebody: 'somebody',
    putBack: 'Put back',
    putBackOf: (name: string) => `Put ${name} back into the inbox`,
    isBack: (name: string) => `${name} waits again.`,
    answers: (day: string) => `Answers for ${day}`,
    confirmed: (n: number) => `${n} confirmed`,
    asks: (n: number) => (n === 1 ? '1 asks to cancel' : `${n} ask to cancel`),
    silent: (n: number) => (n === 1 ? '1 has not answered' : `${n} have not answered`),
    whoIsSilent: 'Who has not answered',
    notReminded: 'not reminded',
    noAnswers: 'In the next days nobody has an appointment.',
  },

  waiting: {
    title: 'Waiting list',
    booked: (name: string, when: string) => `${name} is booked for ${when}.`,
    taken: 'Somebody has taken this time meanwhile. The patient still waits.',
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

/** How a message and what belongs to it are called. */
interface MessageWords {
  readonly message: string
  readonly address: string
  readonly service: string
}
