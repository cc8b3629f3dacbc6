import * as office from './en-people.ts'
import { settings } from './en-settings.ts'

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
    messages: 'Messages',
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
    ended:
      'Your session has ended, so this was not saved. Copy what you want to keep. Then reload the page to sign in again.',
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

  settings,

  ...office,
}
