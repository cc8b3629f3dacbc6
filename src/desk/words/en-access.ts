/** What the desk shares with the ways in, in English: passkeys, the editor of hours, and why a session ended. */

/** Why a passkey was not used, by the name of the browser's error. It follows a sentence about what did not happen. */
export const passkey = {
  notMade: 'No passkey was made',
  notDone: 'Nothing was done',
  notSignedIn: 'You are not signed in',
  NotAllowedError: 'the passkey window was closed, or it took too long',
  AbortError: 'the request was interrupted',
  InvalidStateError: 'this device already has a passkey of yours',
  ConstraintError: 'this device has no screen lock, fingerprint or face set up',
  NotSupportedError: 'this device cannot make the kind of passkey that is needed',
  SecurityError: 'this page was opened at a wrong address',
  other: 'the device could not use a passkey',
  again: 'You can try again.',
  earlier: 'The next try asks for a passkey from another address of your practice.',
  moved:
    'Your practice has a new address. A passkey that you made before does not work here. Ask an owner for a link, and make a new passkey with it.',
}

/** What the editor of hours and the list of time zones say. */
export const hours = {
  weekdays: {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  },
  timeOf: (day: string, edge: 'start' | 'end', nth: number) =>
    `${day}, ${edge === 'start' ? 'opens' : 'closes'}${nth > 0 ? ' again' : ''}`,
  closed: 'Closed',
  addBreak: 'Add a break',
  removeBreak: 'Remove break',
  copyHours: 'Copy the first day’s hours to the others',
  timesRunBack: 'The times of a day must run forward and not overlap.',
  otherRegion: 'Other',
  clockIn: (time: string) => `It is ${time} there now.`,
}

/** Why somebody is not signed in any more. */
export const endings = {
  signedOut: 'You are signed out.',
  ended: 'Your session has ended. Sign in again to go on.',
  expired: 'Your session was not used for a long time, or it has reached its greatest length.',
  revoked:
    'Your session was ended elsewhere. Perhaps you signed out in another window, or an owner gave you a new link.',
  deactivated: 'Your account was deactivated. Ask an owner of your practice if this is a mistake.',
  practiceRemoved: 'Your practice was removed from this server. Ask an owner where it is now.',
}
